/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.threads;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.RequestLimits;

@SpringBootApplication
@RestController
public class ThreadsApplication {

    private final OtherSystem other;
    private final RequestLimits limits;

    ThreadsApplication(OtherSystem other, RequestLimits limits) {
        this.other = other;
        this.limits = limits;
    }

    @GetMapping("/reports/{id}")
    String report(@PathVariable String id) throws InterruptedException {
        return other.report(id);
    }

    // Open to every client, to keep the example short. Protect it in an application.
    @PostMapping("/limit/{requests}") // changes a limit while the application runs
    void limit(@PathVariable int requests) {
        limits.change("/reports/**", requests);
    }

    @Component
    static class OtherSystem { // stands for a slow service elsewhere

        String report(String id) throws InterruptedException {
            Thread.sleep(2000);
            return "report " + id;
        }
    }

    public static void main(String[] args) {
        SpringApplication.run(ThreadsApplication.class, args);
    }
}
