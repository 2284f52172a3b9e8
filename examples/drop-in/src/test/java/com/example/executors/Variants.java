/* SPDX-License-Identifier: Apache-2.0 */
package com.example.executors;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import com.example.async.ThreadFacts;
import org.slf4j.MDC;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.task.SimpleAsyncTaskExecutorCustomizer;
import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import dev.tuned.examples.dropin.inside.Notes;

/** Executors as applications configure them, and the work that is done with each. A further way is a further class. */
final class Variants {

    private Variants() {}

    /** Something that is only started. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface OnlyStarted {}

    /** What all have. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableAsync
    @EnableScheduling
    static class Common {

        @Bean
        Work work() {
            return new Work();
        }

        @Bean
        Probe probe(Work work) {
            return new Probe(work);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OneDecorator {

        @Bean
        TaskDecorator upper() {
            return decorator("upper");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDecorators {

        @Bean
        TaskDecorator upper() {
            return decorator("upper");
        }

        @Bean
        TaskDecorator lower() {
            return decorator("lower");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnTaskExecutor {

        @Bean
        ThreadPoolTaskExecutor taskExecutor() {
            return pool("own-");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoExecutors {

        @Bean
        ThreadPoolTaskExecutor first() {
            return pool("first-");
        }

        @Bean
        ThreadPoolTaskExecutor second() {
            return pool("second-");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryExecutor {

        @Bean
        @Primary
        ThreadPoolTaskExecutor first() {
            return pool("first-");
        }

        @Bean
        SimpleAsyncTaskExecutor second() {
            return new SimpleAsyncTaskExecutor("second-");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAsyncConfigurer implements AsyncConfigurer {

        @Override
        public Executor getAsyncExecutor() {
            ThreadPoolTaskExecutor pool = pool("configured-");
            // No bean, so nobody shuts it down.
            pool.setDaemon(true);
            pool.initialize();
            return pool;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PoolCustomizer {

        @Bean
        ThreadPoolTaskExecutorCustomizer customizer() {
            return executor -> executor.setThreadNamePrefix("customized-");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SimpleCustomizer {

        @Bean
        SimpleAsyncTaskExecutorCustomizer customizer() {
            return executor -> executor.setThreadNamePrefix("customized-");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnScheduler {

        @Bean
        ThreadPoolTaskScheduler taskScheduler() {
            ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
            scheduler.setThreadNamePrefix("clock-");
            return scheduler;
        }
    }

    /** A user of Boot's executor that needs what the pool has. */
    @Configuration(proxyBeanMethods = false)
    @OnlyStarted
    static class InjectedPool {

        @Bean
        Supplier<Integer> poolSize(ThreadPoolTaskExecutor executor) {
            return executor::getCorePoolSize;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @OnlyStarted
    static class InjectedByName {

        @Bean
        Supplier<Object> byName(@Qualifier("applicationTaskExecutor") AsyncTaskExecutor executor) {
            return () -> executor;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @OnlyStarted
    static class InjectedByType {

        @Bean
        Supplier<Object> byType(TaskExecutor executor, Executor same) {
            return () -> executor == same;
        }
    }

    static ThreadPoolTaskExecutor pool(String prefix) {
        ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
        pool.setThreadNamePrefix(prefix);
        pool.setCorePoolSize(2);
        return pool;
    }

    private static TaskDecorator decorator(String name) {
        return task -> () -> {
            String before = MDC.get("decorators");
            MDC.put("decorators", before == null ? name : before + " " + name);
            try {
                task.run();
            } finally {
                MDC.remove("decorators");
            }
        };
    }

    /** Methods on executors. */
    static class Work {

        private final CountDownLatch ticked = new CountDownLatch(1);
        private final AtomicInteger ticks = new AtomicInteger();
        private volatile String name;

        public void begin(String name) {
            this.name = name;
        }

        public void awaitTick() throws InterruptedException {
            ticked.await();
        }

        @Async
        CompletableFuture<String> seen() {
            ThreadFacts.note("thread of async " + name);
            Notes.add("async sees " + name, "MDC", MDC.get("user"));
            Notes.add("async sees " + name, "decorators", MDC.get("decorators"));
            return CompletableFuture.completedFuture("seen");
        }

        @Async
        CompletableFuture<String> inherited(ThreadLocal<String> inherited) {
            return CompletableFuture.completedFuture(inherited.get());
        }

        @Async
        CompletableFuture<String> fail() {
            throw new IllegalStateException("failed");
        }

        @Async
        void failSilently() {
            throw new IllegalStateException("nobody waits");
        }

        @Async
        CompletableFuture<String> hold(CountDownLatch latch) throws InterruptedException {
            latch.await();
            return CompletableFuture.completedFuture("held");
        }

        @Async
        void endsWith(CountDownLatch closing, CountDownLatch started, String name) {
            started.countDown();
            try {
                closing.await();
                Notes.add("task at the end " + name, "outcome", "ended");
            } catch (InterruptedException ex) {
                Notes.add("task at the end " + name, "outcome", "interrupted");
            }
        }

        @Async("first")
        CompletableFuture<String> named() {
            return CompletableFuture.completedFuture(
                    Thread.currentThread().getName().replaceAll("\\d+", "N"));
        }

        @Scheduled(fixedDelay = 1)
        void tick() {
            if (name != null && ticks.getAndIncrement() == 0) {
                ThreadFacts.note("thread of scheduled " + name);
                ticked.countDown();
            }
        }
    }

    /** Does the work. */
    static class Probe {

        private final Work work;

        Probe(Work work) {
            this.work = work;
        }

        void play(String name, ApplicationContext context) throws Exception {
            work.begin(name);
            ThreadLocal<String> inherited = new InheritableThreadLocal<>();
            MDC.put("user", "alice");
            Notes.outcome("async value " + name, () -> ExecutorsApplication.await(work.seen()));
            MDC.clear();
            Notes.outcome("async exception " + name, () -> ExecutorsApplication.await(work.fail()));
            for (int i = 0; i < 3; i++) {
                inherited.set("value " + i);
                Notes.outcome("inherited " + name, () -> ExecutorsApplication.await(work.inherited(inherited)));
            }
            inherited.remove();
            Notes.outcome("async void " + name, () -> {
                work.failSilently();
                return "returned";
            });
            Notes.outcome("async named " + name, () -> ExecutorsApplication.await(work.named()));
            many(name);
            work.awaitTick();
            atTheEnd(name, context);
        }

        /** More tasks than small pools take at once. */
        private void many(String name) throws InterruptedException {
            CountDownLatch latch = new CountDownLatch(1);
            List<CompletableFuture<String>> held = new ArrayList<>();
            AtomicInteger rejected = new AtomicInteger();
            Thread caller = new Thread(() -> {
                for (int i = 0; i < 6; i++) {
                    try {
                        held.add(work.hold(latch));
                    } catch (TaskRejectedException ex) {
                        rejected.incrementAndGet();
                    } catch (InterruptedException ex) {
                        throw new IllegalStateException(ex);
                    }
                }
            });
            caller.start();
            int waits = 0;
            while (caller.isAlive() && waits < 100) {
                waits = caller.getState() == Thread.State.WAITING ? waits + 1 : 0;
                Thread.sleep(2);
            }
            Notes.add("six tasks " + name, "caller waits", waits >= 100);
            latch.countDown();
            caller.join();
            Notes.add("six tasks " + name, "rejected", rejected);
            for (CompletableFuture<String> task : held) {
                Notes.outcome("six tasks " + name, () -> ExecutorsApplication.await(task));
            }
        }

        /** A task that runs when the context is closed, and ends soon. */
        private void atTheEnd(String name, ApplicationContext context) throws InterruptedException {
            CountDownLatch closing = new CountDownLatch(1);
            CountDownLatch started = new CountDownLatch(1);
            ((ConfigurableApplicationContext) context).addApplicationListener(event -> {
                if (event instanceof ContextClosedEvent) {
                    closing.countDown();
                }
            });
            work.endsWith(closing, started, name);
            started.await();
        }
    }
}
