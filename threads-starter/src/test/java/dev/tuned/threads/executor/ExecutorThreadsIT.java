/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.task.SimpleAsyncTaskExecutorCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

import dev.tuned.threads.BoundedVirtualExecutor;
import dev.tuned.threads.plan.ThreadsAutoConfiguration;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The threads of tasks and schedules, with everything that Boot wires around its own executor. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "virtual threads that do not pin")
@ExtendWith(OutputCaptureExtension.class)
class ExecutorThreadsIT {

    private final ApplicationContextRunner plain = new ApplicationContextRunner()
            .withUserConfiguration(Tasks.class)
            .withConfiguration(AutoConfigurations.of(
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class,
                    ThreadsAutoConfiguration.class,
                    ThreadsExecutorAutoConfiguration.class));

    private final ApplicationContextRunner runner = plain.withPropertyValues("tuned.threads.async.mode=virtual");

    @Test
    void switchedOffEverythingIsAsBootHasIt() {
        plain.withPropertyValues("tuned.threads.enabled=false").run(context -> {
            assertThat(asyncKind(context)).isEqualTo("platform");
            assertThat(context.getBean(Tasks.class).scheduledKind().join()).isEqualTo("platform");
        });
    }

    /** Boot's flag against the mode of all and the targets' own, in every combination. */
    @ParameterizedTest
    @MethodSource("combinations")
    void everyCombinationRunsAsTheRulesSay(String flag, String mode, String target) {
        String unlessAsked = expected(flag, mode, target.equals("unset") ? "inherit" : target);
        boolean nothingSet = target.equals("unset") && !mode.equals("platform") && !mode.equals("virtual");
        String async = nothingSet ? expected(flag, mode, "unset") : unlessAsked;
        plain.withPropertyValues(set("spring.threads.virtual.enabled", flag), set("tuned.threads.mode", mode))
                .withPropertyValues(
                        set("tuned.threads.async.mode", target),
                        set("tuned.threads.scheduling.mode", target),
                        set("tuned.threads.executors.reports.mode", target),
                        "tuned.threads.executors.reports.max-concurrency=2")
                .run(context -> {
                    Tasks tasks = context.getBean(Tasks.class);
                    assertThat(tasks.kind().join()).as("async").isEqualTo(async);
                    assertThat(tasks.reportsKind().join()).as("named").isEqualTo(unlessAsked);
                    String scheduled = target.equals("unset") ? expected(flag, "platform", "unset") : unlessAsked;
                    assertThat(tasks.scheduledKind().join()).as("scheduling").isEqualTo(scheduled);
                });
    }

    static Stream<Arguments> combinations() {
        List<String> modes = List.of("auto", "platform", "virtual");
        return Stream.of("unset", "true", "false")
                .flatMap(flag -> Stream.concat(Stream.of("unset"), modes.stream())
                        .flatMap(mode -> Stream.concat(Stream.of("unset", "inherit"), modes.stream())
                                .map(target -> Arguments.of(flag, mode, target))));
    }

    /** The rules again: which setting counts first, and what is left to Boot's flag. */
    private static String expected(String flag, String mode, String target) {
        if (target.equals("platform") || target.equals("virtual")) {
            return target;
        }
        if (target.equals("inherit") && (mode.equals("platform") || mode.equals("virtual"))) {
            return mode;
        }
        boolean auto = !target.equals("unset");
        return (flag.equals("true") || (flag.equals("unset") && auto)) ? "virtual" : "platform";
    }

    private static String set(String property, String value) {
        return value.equals("unset") ? "none=" : property + "=" + value;
    }

    @Test
    void namesOfTheExecutorAreThoseOfSpring() {
        runner.run(context -> {
            AsyncTaskExecutor executor = context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class);
            assertThat(executor).isInstanceOf(BoundedVirtualExecutor.class);
            assertThat(context.getBean("taskExecutor")).isSameAs(executor);
            assertThat(context.getBean("bootstrapExecutor")).isSameAs(executor);
        });
    }

    @Test
    void executorOfTheUserWins() {
        runner.withBean("own", Executor.class, SyncTaskExecutor::new).run(context -> {
            assertThat(context).doesNotHaveBean("applicationTaskExecutor");
            assertThat(asyncKind(context)).isEqualTo("platform");
        });
    }

    @Test
    void aBeanOfTheUserNamedLikeOursWins() {
        runner.withBean("applicationTaskExecutor", SyncTaskExecutor.class, SyncTaskExecutor::new)
                .run(context -> assertThat(asyncKind(context)).isEqualTo("platform"));
    }

    @Test
    void oursServesAsyncMethodsBesideTheUsersWhereBootIsForced() {
        runner.withBean("own", Executor.class, SyncTaskExecutor::new)
                .withPropertyValues("spring.task.execution.mode=force")
                .run(context -> {
                    assertThat(context).hasBean("own");
                    assertThat(asyncKind(context)).isEqualTo("virtual");
                });
    }

    @Test
    void asyncConfigurerWithoutAnExecutorGetsOurs() {
        runner.withBean(AsyncConfigurer.class, () -> new AsyncConfigurer() {})
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
        runner.withBean(AsyncConfigurer.class, () -> configurer)
                .run(context -> assertThat(asyncKind(context)).isEqualTo("platform"));
    }

    @Test
    void schedulerOfTheUserWins() {
        runner.withBean("own", TaskScheduler.class, ExecutorThreadsIT::ownScheduler)
                .withPropertyValues("tuned.threads.scheduling.mode=virtual")
                .run(context -> {
                    assertThat(context).doesNotHaveBean("taskScheduler");
                    assertThat(context.getBean(Tasks.class).scheduledKind().join())
                            .isEqualTo("platform");
                });
    }

    @Test
    void settingsAndCustomizersOfTheUserHold() {
        runner.withPropertyValues(
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
        runner.withPropertyValues(properties).run(context -> {
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
    void whatTakesLongerThanItsTimeIsInterruptedAndCancelledAndCounted(CapturedOutput output) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        List<Future<?>> tasks = new ArrayList<>();
        runner.withPropertyValues(
                        "tuned.threads.executors.reports.max-concurrency=1",
                        "tuned.threads.executors.reports.await-termination=10ms")
                .run(context -> {
                    AsyncTaskExecutor reports = context.getBean("reports", AsyncTaskExecutor.class);
                    for (int task = 0; task < 3; task++) {
                        tasks.add(reports.submit(() -> {
                            never.await();
                            return null;
                        }));
                    }
                });
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> tasks.get(0).get())
                .withCauseInstanceOf(InterruptedException.class);
        assertThat(tasks.get(1)).isCancelled();
        assertThat(tasks.get(2)).isCancelled();
        assertThat(output)
                .containsOnlyOnce("tuned threads: executor 'reports' (at most 1, queue unlimited)"
                        + " gave up 1 running and 2 waiting tasks at its close");
    }

    @Test
    void asynchronousRequestsOfSpringMvcUseTheExecutorOfTasks() {
        try (WebApp app = WebApp.start("tuned.threads.web.mode=platform", "tuned.threads.async.mode=virtual")) {
            assertThat(app.get("/kind")).isEqualTo("platform");
            assertThat(app.get("/callable")).isEqualTo("virtual");
        }
        try (WebApp app = WebApp.start("tuned.threads.web.mode=virtual")) {
            assertThat(app.get("/kind")).isEqualTo("virtual");
            assertThat(app.get("/callable")).isEqualTo("platform");
        }
    }

    @Test
    void aBoundHoldsAndItsCallersDoNotWait() throws Exception {
        runner.withPropertyValues(
                        "tuned.threads.async.max-concurrency=2",
                        "tuned.threads.async.queue-capacity=1",
                        "spring.task.execution.simple.concurrency-limit=1")
                .run(context -> {
                    BoundedVirtualExecutor executor = context.getBean(BoundedVirtualExecutor.class);
                    CountDownLatch held = new CountDownLatch(1);
                    for (int task = 0; task < 3; task++) {
                        executor.submit(() -> {
                            held.await();
                            return null;
                        });
                    }
                    assertThat(executor.getActiveCount()).isEqualTo(2);
                    assertThat(executor.getQueuedCount()).isOne();
                    assertThatExceptionOfType(TaskRejectedException.class)
                            .isThrownBy(() -> context.getBean(Tasks.class).kind());
                    held.countDown();
                });
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

        @Async("reports")
        CompletableFuture<String> reportsKind() {
            return CompletableFuture.completedFuture(WebApp.kind());
        }

        CompletableFuture<String> scheduledKind() {
            return scheduledKind;
        }

        @Scheduled(fixedRate = 1000)
        void scheduled() {
            scheduledKind.complete(WebApp.kind());
        }
    }
}
