/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.captured;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

/** Runs tests with Spring Boot's {@code OutputCaptureExtension}: before and after an application has started. */
@SpringBootApplication
public class CapturedApplication {

    public static void main(String[] args) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectClass(Cases.class))
                                .build(),
                        summary);
        Notes.add("tests", "succeeded", summary.getSummary().getTestsSucceededCount());
        Notes.add("tests", "failures", summary.getSummary().getFailures());
        if (summary.getSummary().getTestsSucceededCount() != 3) {
            throw new IllegalStateException(summary.getSummary().getFailures().toString());
        }
    }

    @ExtendWith(OutputCaptureExtension.class)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Cases {

        private static final Logger log = LoggerFactory.getLogger("com.example.captured");
        private static ConfigurableApplicationContext context;

        @BeforeAll
        static void start() {
            context = SpringApplication.run(
                    CapturedApplication.class, "--logging.pattern.console=%-5level %logger %msg%n");
        }

        @AfterAll
        static void close() {
            context.close();
        }

        @Test
        void aLineIsThereWhenTheCallHasReturned(CapturedOutput output) {
            log.info("one");
            note("one line", output.getAll());
        }

        @Test
        void linesStandInTheirOrderAmongPrintedOnes(CapturedOutput output) {
            for (int i = 0; i < 100; i++) {
                log.info("logged {}", i);
                System.out.println("com.example.captured printed " + i);
            }
            note("printed between", output.getOut());
        }

        @Test
        void nothingOfOtherTestsIsThere(CapturedOutput output) {
            log.error("failed", new IllegalStateException("of the third test"));
            note("another test", output.getOut());
            Notes.add("captured", "error stream", output.getErr());
        }

        private static void note(String aspect, String output) {
            String lines = String.join(
                    "\n",
                    output.lines()
                            .filter(line -> line.contains("com.example.captured") && !line.contains("\tat "))
                            .toList());
            if (!lines.contains("com.example.captured")) {
                throw new IllegalStateException(aspect + ": " + output);
            }
            Notes.add("captured", aspect, lines);
        }
    }
}
