/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

import dev.tuned.examples.dropin.inside.Notes;

/** Cannot start, and then starts a second time without what failed. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class FailingApplication {

    private static boolean fails = true;

    public static void main(String[] args) {
        Notes.outcome(
                "failed start",
                () -> SpringApplication.run(FailingApplication.class, args).isActive());
        LoggerFactory.getLogger(FailingApplication.class).info("between the two");
        fails = false;
        Notes.outcome(
                "second start",
                () -> SpringApplication.run(FailingApplication.class, args).isActive());
        LoggerFactory.getLogger(FailingApplication.class).info("started after all");
    }

    @Bean
    Object breaking() {
        if (fails) {
            throw new IllegalStateException("not yet");
        }
        return "fine";
    }
}
