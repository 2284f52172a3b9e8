/* SPDX-License-Identifier: Apache-2.0 */
package com.example.batch;

import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.ExitCodeGenerator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;

@SpringBootApplication
@EnableCaching
@EnableAsync
public class BatchApplication {

    private static final Logger log = LoggerFactory.getLogger(BatchApplication.class);

    public static void main(String[] args) {
        System.exit(SpringApplication.exit(SpringApplication.run(BatchApplication.class, args)));
    }

    @Component
    public static class Steps {

        @Cacheable("squares")
        public Integer square(int number) {
            log.info("Square of {}", number);
            return number * number;
        }

        @Async
        public CompletableFuture<Integer> later(int number) {
            return CompletableFuture.completedFuture(number + 1);
        }
    }

    @Bean
    CommandLineRunner work(Steps steps) {
        return args -> {
            if (args.length > 0 && args[args.length - 1].equals("fail")) {
                throw new IllegalStateException("nothing to do");
            }
            MDC.put("job", "squares");
            for (int i = 0; i < 500; i++) {
                log.info("Line {}: {}", i, steps.square(i % 10));
            }
            log.error("A step failed", new IllegalArgumentException("step"));
            int sum = IntStream.range(0, 5)
                    .map(number -> steps.later(number).join())
                    .sum();
            System.out.println("Sum " + sum);
        };
    }

    @Bean
    ExitCodeGenerator exitCode() {
        return () -> 7;
    }
}
