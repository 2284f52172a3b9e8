/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.util.stream.IntStream;

import jakarta.annotation.PreDestroy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Logs a thousand lines and ends in the way that {@code --end} names. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class EndApplication {

    private static final Logger log = LoggerFactory.getLogger(EndApplication.class);

    public static void main(String[] args) throws Exception {
        ConfigurableApplicationContext application = SpringApplication.run(EndApplication.class, args);
        String end = application.getEnvironment().getProperty("end", "");
        if (end.equals("hook")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> log.info("in a hook")));
        }
        IntStream.range(0, 1_000).forEach(i -> log.info("line {}", i));
        log.info("last line");
        end(end, application);
    }

    private static void end(String end, ConfigurableApplicationContext application) throws Exception {
        switch (end) {
            case "close" -> {
                application.close();
                log.info("after close");
            }
            case "exit" -> System.exit(SpringApplication.exit(application, () -> 3));
            case "exit-only" -> System.exit(4);
            case "uncaught" -> throw new IllegalStateException("nobody catches it");
            case "uncaught-in-thread" -> {
                Thread thread = new Thread(() -> {
                    throw new IllegalStateException("nobody catches it");
                });
                thread.start();
                thread.join();
            }
            case "halt" -> Runtime.getRuntime().halt(5);
            case "out-of-memory" -> log.info("{}", new long[Integer.MAX_VALUE].length);
            case "wait" -> Thread.currentThread().join();
            default -> log.info("main returns");
        }
    }

    @Bean
    Closing closing() {
        return new Closing();
    }

    static class Closing {

        @PreDestroy
        void close() {
            log.info("destroyed");
        }
    }
}
