/* SPDX-License-Identifier: Apache-2.0 */
package com.example.load;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Waits for as long as asked, as for another system that has room for any number of calls. */
@SpringBootApplication
@RestController
public class LoadApplication {

    public static void main(String[] args) {
        SpringApplication.run(LoadApplication.class, args);
    }

    @GetMapping("/wait")
    String waitFor(@RequestParam long millis) throws InterruptedException {
        Thread.sleep(millis);
        return "waited";
    }
}
