/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.threads;

import java.util.concurrent.CountDownLatch;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.RequestLimits;

@SpringBootApplication
@RestController
public class ThreadsApplication {

    final CountDownLatch otherSystem = new CountDownLatch(1);

    private final RequestLimits limits;

    ThreadsApplication(RequestLimits limits) {
        this.limits = limits;
    }

    @GetMapping("/reports/{id}") // waits for another system
    String report(@PathVariable String id) throws InterruptedException {
        otherSystem.await();
        return "report " + id;
    }

    @PostMapping("/limit/{requests}") // changes a limit while the application runs
    void limit(@PathVariable int requests) {
        limits.change("/reports/**", requests);
    }

    public static void main(String[] args) {
        SpringApplication.run(ThreadsApplication.class, args);
    }
}
