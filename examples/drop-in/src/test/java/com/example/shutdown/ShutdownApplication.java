/* SPDX-License-Identifier: Apache-2.0 */
package com.example.shutdown;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.examples.dropin.inside.Notes;

/** Requests and tasks that are under way when the application is asked to end. */
@SpringBootApplication
@EnableAsync
@RestController
public class ShutdownApplication {

    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicInteger underWay = new AtomicInteger();

    private final Tasks tasks;

    ShutdownApplication(Tasks tasks) {
        this.tasks = tasks;
    }

    public static void main(String[] args) throws IOException {
        Files.createDirectories(Path.of("site"));
        Files.write(Path.of("site/large.bin"), new byte[30_000_000]);
        SpringApplication.run(ShutdownApplication.class, args);
    }

    @GetMapping("/under-way")
    int underWay() {
        return underWay.get();
    }

    @GetMapping("/held")
    String held() throws InterruptedException {
        underWay.incrementAndGet();
        closing.await();
        return "held until the end";
    }

    @GetMapping("/held-async")
    Callable<String> heldAsync() {
        return this::held;
    }

    @GetMapping("/stuck")
    String stuck() {
        underWay.incrementAndGet();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException ex) {
            Notes.add("stuck request", "interrupted", true);
        }
        return "stuck";
    }

    @GetMapping("/task")
    String task() throws InterruptedException {
        tasks.hold(closing);
        return "started";
    }

    @EventListener
    void closed(ContextClosedEvent event) {
        Notes.add("end", "order", "context closed");
        closing.countDown();
    }

    @Bean
    static Step early() {
        return new Step("early", Integer.MAX_VALUE);
    }

    @Bean
    @DependsOn("early")
    static Step late() {
        return new Step("late", 0);
    }

    /** Tasks of the application. */
    @Service
    static class Tasks {

        @Async
        public void hold(CountDownLatch until) throws InterruptedException {
            until.await();
            Notes.add("task", "ended", true);
        }
    }

    /** A part that is stopped and destroyed. */
    static final class Step implements SmartLifecycle, AutoCloseable {

        private final String name;
        private final int phase;
        private volatile boolean running;

        Step(String name, int phase) {
            this.name = name;
            this.phase = phase;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            Notes.add("end", "order", name + " stopped");
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return phase;
        }

        @Override
        public void close() {
            Notes.add("end", "order", name + " destroyed");
        }
    }
}
