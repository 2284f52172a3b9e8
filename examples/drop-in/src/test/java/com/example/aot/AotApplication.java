/* SPDX-License-Identifier: Apache-2.0 */
package com.example.aot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import com.example.async.ThreadFacts;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Requests, tasks, schedules and files, none of them with anything that ahead-of-time processing cannot have. */
@SpringBootApplication
@EnableAsync
@EnableScheduling
public class AotApplication {

    public static void main(String[] args) throws IOException {
        Files.createDirectories(Path.of("site"));
        Files.write(Path.of("site/49k.bin"), new byte[50_000]);
        SpringApplication.run(AotApplication.class, args);
    }

    @Configuration(proxyBeanMethods = false)
    static class Web implements WebMvcConfigurer {

        @Override
        public void addResourceHandlers(ResourceHandlerRegistry registry) {
            registry.addResourceHandler("/site/**").addResourceLocations("file:site/");
        }
    }

    @Service
    static class Tasks {

        @Async
        public CompletableFuture<String> task() {
            ThreadFacts.note("thread of task");
            return CompletableFuture.completedFuture("task");
        }

        @Scheduled(fixedDelay = Long.MAX_VALUE)
        public void tick() {
            ThreadFacts.note("thread of schedule");
        }
    }

    @RestController
    static class Controller {

        private final Tasks tasks;

        Controller(Tasks tasks) {
            this.tasks = tasks;
        }

        @GetMapping("/hello")
        String hello() {
            ThreadFacts.note("thread of request");
            return "Hello";
        }

        @GetMapping("/task")
        CompletableFuture<String> task() {
            return tasks.task();
        }

        @GetMapping("/callable")
        Callable<String> callable() {
            return () -> {
                ThreadFacts.note("thread of callable");
                return "callable";
            };
        }
    }
}
