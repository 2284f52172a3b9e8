/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.logging;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class LoggingApplication {

    private static final Logger log = LoggerFactory.getLogger(LoggingApplication.class);

    @PostMapping("/orders/{id}")
    void order(@PathVariable String id) {
        log.info("order {} accepted", id); // returns before the line is written
    }

    @PostMapping("/details/{count}") // lines that may be lost on the console
    void details(@PathVariable int count) {
        for (int i = 1; i <= count; i++) {
            log.debug("detail {}", i);
        }
    }

    public static void main(String[] args) {
        SpringApplication.run(LoggingApplication.class, args);
    }
}
