/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.task.SimpleAsyncTaskExecutorCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

import dev.tuned.threads.BoundedVirtualExecutor;

import static org.assertj.core.api.Assertions.assertThat;

/** The threads of tasks and schedules, with everything that Boot wires around its own executor. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "auto means virtual threads from Java 24 on")
class TaskThreadsIT {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Tasks.class)
            .withConfiguration(AutoConfigurations.of(
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class,
                    ThreadsAutoConfiguration.class));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            none=                                | none=                             | virtual  | platform
            spring.threads.virtual.enabled=true  | none=                             | virtual  | virtual
            spring.threads.virtual.enabled=false | none=                             | platform | platform
            none=                                | tuned.threads.enabled=false       | platform | platform
            none=                                | tuned.threads.mode=platform       | platform | platform
            none=                                | tuned.threads.mode=virtual        | virtual  | platform
            spring.threads.virtual.enabled=true  | tuned.threads.mode=platform       | platform | virtual
            none=                                | tuned.threads.async.mode=platform | platform | platform
            spring.threads.virtual.enabled=true  | tuned.threads.async.mode=platform | platform | virtual
            spring.threads.virtual.enabled=false | tuned.threads.async.mode=virtual  | virtual  | platform
            none=                                | tuned.threads.scheduling.mode=virtual   | virtual  | virtual
            none=                                | tuned.threads.scheduling.mode=inherit   | virtual  | virtual
            spring.threads.virtual.enabled=true  | tuned.threads.scheduling.mode=platform  | virtual  | platform
            spring.threads.virtual.enabled=false | tuned.threads.scheduling.mode=virtual   | platform | virtual
            none=                                | tuned.threads.web.mode=platform   | virtual  | platform
            """)
    void tasksAndSchedulesRunOnTheDecidedThreads(String flag, String mode, String async, String scheduled) {
        this.runner.withPropertyValues(flag, mode).run(context -> {
            assertThat(asyncKind(context)).isEqualTo(async);
            assertThat(context.getBean(Tasks.class).scheduledKind().join()).isEqualTo(scheduled);
        });
    }

    @Test
    void namesOfTheExecutorAreThoseOfSpring() {
        this.runner.run(context -> {
            AsyncTaskExecutor executor = context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class);
            assertThat(executor).isInstanceOf(BoundedVirtualExecutor.class);
            assertThat(context.getBean("taskExecutor")).isSameAs(executor);
            assertThat(context.getBean("bootstrapExecutor")).isSameAs(executor);
        });
    }

    @Test
    void executorOfTheUserWins() {
        this.runner.withBean("own", Executor.class, SyncTaskExecutor::new).run(context -> {
            assertThat(context).doesNotHaveBean("applicationTaskExecutor");
            assertThat(asyncKind(context)).isEqualTo("platform");
        });
    }

    @Test
    void aBeanOfTheUserNamedLikeOursWins() {
        this.runner
                .withBean("applicationTaskExecutor", SyncTaskExecutor.class, SyncTaskExecutor::new)
                .run(context -> assertThat(asyncKind(context)).isEqualTo("platform"));
    }

    @Test
    void oursServesAsyncMethodsBesideTheUsersWhereBootIsForced() {
        this.runner
                .withBean("own", Executor.class, SyncTaskExecutor::new)
                .withPropertyValues("spring.task.execution.mode=force")
                .run(context -> {
                    assertThat(context).hasBean("own");
                    assertThat(asyncKind(context)).isEqualTo("virtual");
                });
    }

    @Test
    void asyncConfigurerWithoutAnExecutorGetsOurs() {
        this.runner
                .withBean(AsyncConfigurer.class, () -> new AsyncConfigurer() {})
                .run(context -> assertThat(asyncKind(context)).isEqualTo("virtual"));
    }

    @Test
    void asyncConfigurerWithAnExecutorKeepsIt() {
        AsyncConfigurer configurer = new AsyncConfigurer() {
            @Override
            public Executor getAsyncExecutor() {
                return new SyncTaskExecutor();
            }
        };
        this.runner
                .withBean(AsyncConfigurer.class, () -> configurer)
                .run(context -> assertThat(asyncKind(context)).isEqualTo("platform"));
    }

    @Test
    void schedulerOfTheUserWins() {
        this.runner
                .withBean("own", TaskScheduler.class, TaskThreadsIT::ownScheduler)
                .withPropertyValues("tuned.threads.scheduling.mode=virtual")
                .run(context -> {
                    assertThat(context).doesNotHaveBean("taskScheduler");
                    assertThat(context.getBean(Tasks.class).scheduledKind().join())
                            .isEqualTo("platform");
                });
    }

    @Test
    void settingsAndCustomizersOfTheUserHold() {
        this.runner
                .withPropertyValues(
                        "spring.task.execution.thread-name-prefix=mine-",
                        "spring.task.execution.simple.concurrency-limit=7")
                .withBean(
                        TaskDecorator.class,
                        () -> task -> () -> {
                            Thread.currentThread()
                                    .setName("decorated-"
                                            + Thread.currentThread().getName());
                            task.run();
                        })
                .withBean(
                        SimpleAsyncTaskExecutorCustomizer.class,
                        () -> executor -> executor.setThreadPriority(Thread.MAX_PRIORITY))
                .run(context -> {
                    BoundedVirtualExecutor executor = context.getBean(BoundedVirtualExecutor.class);
                    assertThat(executor.getConcurrencyLimit()).isEqualTo(7);
                    assertThat(executor.getThreadPriority()).isEqualTo(Thread.MAX_PRIORITY);
                    assertThat(executor.submit(() -> Thread.currentThread().getName())
                                    .get())
                            .startsWith("decorated-mine-");
                });
    }

    @Test
    void tasksStillRunningWhenTheContextClosesAreAwaited() {
        assertThat(taskEndsBeforeTheContextIsClosed(1)).isTrue();
    }

    @Test
    void bootsOwnVirtualThreadsDoNotAwaitTasks() {
        assertThat(taskEndsBeforeTheContextIsClosed(
                        60, "tuned.threads.enabled=false", "spring.threads.virtual.enabled=true"))
                .isFalse();
    }

    /** Runs a task that ends only when the context has begun to close and so many seconds after. */
    private boolean taskEndsBeforeTheContextIsClosed(int seconds, String... properties) {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicReference<@Nullable Future<?>> task = new AtomicReference<>();
        this.runner.withPropertyValues(properties).run(context -> {
            context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                    .addApplicationListener((ApplicationListener<ContextClosedEvent>) event -> closing.countDown());
            task.set(context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class)
                    .submit(() -> {
                        closing.await();
                        return never.await(seconds, TimeUnit.SECONDS);
                    }));
        });
        return Objects.requireNonNull(task.get()).isDone();
    }

    @Test
    void asynchronousRequestsOfSpringMvcUseTheExecutorOfTasks() {
        try (WebApp app = WebApp.start("tuned.threads.web.mode=platform")) {
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(app.get("/callable")).isEqualTo("virtual");
        }
        try (WebApp app = WebApp.start("tuned.threads.async.mode=platform")) {
            assertThat(app.get("/kind")).isEqualTo("virtual");
            assertThat(app.get("/callable")).isEqualTo("platform");
        }
    }

    private static TaskScheduler ownScheduler() {
        return new ConcurrentTaskScheduler(Executors.newSingleThreadScheduledExecutor());
    }

    private static @Nullable String asyncKind(ApplicationContext context) {
        return context.getBean(Tasks.class).kind().join();
    }

    @Configuration
    @EnableAsync
    @EnableScheduling
    static class Tasks {

        private final CompletableFuture<String> scheduledKind = new CompletableFuture<>();

        @Async
        CompletableFuture<String> kind() {
            return CompletableFuture.completedFuture(WebApp.kind());
        }

        CompletableFuture<String> scheduledKind() {
            return this.scheduledKind;
        }

        @Scheduled(fixedRate = 1000)
        void scheduled() {
            this.scheduledKind.complete(WebApp.kind());
        }
    }
}
