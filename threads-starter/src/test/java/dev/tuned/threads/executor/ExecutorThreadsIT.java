/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.task.SimpleAsyncTaskExecutorCustomizer;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerCustomizer;
import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.boot.task.ThreadPoolTaskSchedulerCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
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
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import dev.tuned.threads.autoconfigure.ThreadsAutoConfiguration;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The threads of tasks and schedules, with everything that Boot wires around its own executor. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "needs virtual threads")
class ExecutorThreadsIT {

    private static final String FLAG = "spring.threads.virtual.enabled";

    private static final String PLATFORM = "tuned.threads.async.mode=platform";

    private static final String LIMIT = "tuned.threads.async.max-concurrency=2";

    private static final String REJECT = "tuned.threads.async.reject-at-limit=true";

    private final ApplicationContextRunner plain = new ApplicationContextRunner()
            .withUserConfiguration(Tasks.class)
            .withConfiguration(AutoConfigurations.of(
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class,
                    ThreadsAutoConfiguration.class));

    private final ApplicationContextRunner runner = plain.withPropertyValues("tuned.threads.async.mode=virtual");

    @Test
    void switchedOffEverythingIsAsBootHasIt() {
        runner.withPropertyValues("tuned.threads.enabled=false", "tuned.threads.scheduling.mode=virtual", LIMIT)
                .run(context -> {
                    assertThat(asyncKind(context)).isEqualTo("platform");
                    assertThat(context.getBean(Tasks.class).scheduledKind().join())
                            .isEqualTo("platform");
                    assertThat(context.getBean(ThreadPoolTaskExecutor.class).getCorePoolSize())
                            .isEqualTo(8);
                });
    }

    /** Boot's flag against the two modes, in every combination. */
    @ParameterizedTest
    @MethodSource("combinations")
    void everyCombinationRunsAsTheModesSay(String flag, String async, String scheduling) {
        plain.withPropertyValues(
                        set(FLAG, flag),
                        set("tuned.threads.async.mode", async),
                        set("tuned.threads.scheduling.mode", scheduling))
                .run(context -> {
                    String ofTasks = expected(flag, async);
                    assertThat(asyncKind(context)).as("async").isEqualTo(ofTasks);
                    assertThat(context.getBean("applicationTaskExecutor"))
                            .isExactlyInstanceOf(
                                    ofTasks.equals("virtual")
                                            ? SimpleAsyncTaskExecutor.class
                                            : ThreadPoolTaskExecutor.class);
                    String ofSchedules = expected(flag, scheduling);
                    assertThat(context.getBean(Tasks.class).scheduledKind().join())
                            .as("scheduling")
                            .isEqualTo(ofSchedules);
                    assertThat(context.getBean("taskScheduler"))
                            .isExactlyInstanceOf(
                                    ofSchedules.equals("virtual")
                                            ? SimpleAsyncTaskScheduler.class
                                            : ThreadPoolTaskScheduler.class);
                });
    }

    static Stream<Arguments> combinations() {
        List<String> modes = List.of("unset", "boot", "platform", "virtual");
        return Stream.of("unset", "true", "false")
                .flatMap(flag -> modes.stream()
                        .flatMap(async -> modes.stream().map(scheduling -> Arguments.of(flag, async, scheduling))));
    }

    /** The rule again: a kind that is set counts, and else Boot's flag. */
    private static String expected(String flag, String mode) {
        if (mode.equals("platform") || mode.equals("virtual")) {
            return mode;
        }
        return flag.equals("true") ? "virtual" : "platform";
    }

    private static String set(String property, String value) {
        return value.equals("unset") ? "none=" : property + "=" + value;
    }

    @ParameterizedTest
    @CsvSource({"virtual, false", "platform, true"})
    void namesOfTheExecutorAreThoseOfSpring(String mode, boolean flag) {
        plain.withPropertyValues("tuned.threads.async.mode=" + mode, FLAG + "=" + flag)
                .run(context -> {
                    Object executor = context.getBean("applicationTaskExecutor");
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
    void aBeanOfTheUserNamedLikeBootsWins() {
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
    void onVirtualThreadsSettingsAndCustomizersOfTheUserHold() {
        runner.withPropertyValues(
                        "spring.task.execution.thread-name-prefix=mine-",
                        "spring.task.execution.simple.concurrency-limit=7")
                .withBean(TaskDecorator.class, () -> ExecutorThreadsIT::renamed)
                .withBean(
                        SimpleAsyncTaskExecutorCustomizer.class,
                        () -> executor -> executor.setThreadPriority(Thread.MAX_PRIORITY))
                .run(context -> {
                    SimpleAsyncTaskExecutor executor = context.getBean(SimpleAsyncTaskExecutor.class);
                    assertThat(executor.getConcurrencyLimit()).isEqualTo(7);
                    assertThat(executor.getThreadPriority()).isEqualTo(Thread.MAX_PRIORITY);
                    assertThat(nameOfThread(executor)).startsWith("decorated-mine-");
                });
    }

    @Test
    void onPlatformThreadsSettingsAndCustomizersOfTheUserHold() {
        plain.withPropertyValues(
                        FLAG + "=true",
                        PLATFORM,
                        "spring.task.execution.thread-name-prefix=mine-",
                        "spring.task.execution.pool.core-size=3")
                .withBean(TaskDecorator.class, () -> ExecutorThreadsIT::renamed)
                .withBean(ThreadPoolTaskExecutorCustomizer.class, () -> executor -> executor.setKeepAliveSeconds(7))
                .run(context -> {
                    ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
                    assertThat(executor.getCorePoolSize()).isEqualTo(3);
                    assertThat(executor.getKeepAliveSeconds()).isEqualTo(7);
                    assertThat(nameOfThread(executor)).startsWith("decorated-mine-");
                });
    }

    @ParameterizedTest
    @CsvSource({"virtual, false", "platform, true"})
    void settingsAndCustomizersOfTheSchedulerHold(String mode, boolean flag) {
        plain.withPropertyValues(
                        "tuned.threads.scheduling.mode=" + mode,
                        FLAG + "=" + flag,
                        "spring.task.scheduling.thread-name-prefix=mine-")
                .withBean(SimpleAsyncTaskSchedulerCustomizer.class, () -> scheduler -> scheduler.setConcurrencyLimit(7))
                .withBean(ThreadPoolTaskSchedulerCustomizer.class, () -> scheduler -> scheduler.setPoolSize(7))
                .run(context -> {
                    Object scheduler = context.getBean("taskScheduler");
                    assertThat(
                                    scheduler instanceof SimpleAsyncTaskScheduler virtual
                                            ? virtual.getConcurrencyLimit()
                                            : ((ThreadPoolTaskScheduler) scheduler)
                                                    .getScheduledThreadPoolExecutor()
                                                    .getCorePoolSize())
                            .isEqualTo(7);
                    assertThat(context.getBean(Tasks.class).scheduledName().join())
                            .startsWith("mine-");
                });
    }

    @Test
    void tasksStillRunningWhenTheContextClosesAreAwaitedAsWithBoot() {
        assertThat(taskEndsBeforeTheContextIsClosed(
                        1,
                        "spring.task.execution.shutdown.await-termination=true",
                        "spring.task.execution.shutdown.await-termination-period=1m"))
                .isTrue();
        assertThat(taskEndsBeforeTheContextIsClosed(60)).isFalse();
    }

    /** Runs a task that ends only when the context has begun to close and so many seconds after. */
    private boolean taskEndsBeforeTheContextIsClosed(int seconds, String... properties) {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicReference<@Nullable Future<?>> task = new AtomicReference<>();
        runner.withPropertyValues(properties).run(context -> {
            context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                    .addApplicationListener((ApplicationListener<ContextClosedEvent>) event -> closing.countDown());
            task.set(context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class)
                    .submit(() -> {
                        started.countDown();
                        closing.await();
                        return never.await(seconds, TimeUnit.SECONDS);
                    }));
            started.await();
        });
        return Objects.requireNonNull(task.get()).isDone();
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

    @ParameterizedTest
    @CsvSource({"none=", "tuned.threads.async.reject-at-limit=false"})
    void atTheLimitTheCallerWaitsOnVirtualThreads(String onLimit) {
        runner.withPropertyValues(LIMIT, onLimit, "spring.task.execution.simple.concurrency-limit=7")
                .run(context -> {
                    Held held = new Held(context, 2);
                    CompletableFuture<Void> third = CompletableFuture.runAsync(held::submit);
                    assertThatExceptionOfType(TimeoutException.class)
                            .isThrownBy(() -> third.get(300, TimeUnit.MILLISECONDS));
                    assertThat(held.running()).isEqualTo(2);
                    held.endAll();
                    third.get(1, TimeUnit.MINUTES);
                    held.awaitRunning(3);
                });
    }

    /** With Boot's mode and flag, too. */
    @ParameterizedTest
    @CsvSource({"tuned.threads.async.mode=platform, true", "tuned.threads.async.mode=boot, false"})
    void atTheLimitTasksQueueOnPlatformThreads(String mode, boolean flag) {
        plain.withPropertyValues(mode, FLAG + "=" + flag, LIMIT, "spring.task.execution.pool.queue-capacity=1")
                .run(context -> {
                    Held held = new Held(context, 2);
                    held.submit();
                    assertThat(held.running()).isEqualTo(2);
                    ThreadPoolTaskExecutor pool = context.getBean(ThreadPoolTaskExecutor.class);
                    assertThat(pool.getQueueSize()).isOne();
                    assertThat(pool.getPoolSize()).isEqualTo(2);
                    assertThatExceptionOfType(TaskRejectedException.class)
                            .as("the queue is Boot's, with its capacity")
                            .isThrownBy(held::submit);
                    held.endAll();
                    held.awaitRunning(3);
                });
    }

    @ParameterizedTest
    @CsvSource({"virtual, false", "platform, false", "boot, true", "boot, false"})
    void atTheLimitTasksAreRejectedIfRequested(String mode, boolean flag) {
        plain.withPropertyValues("tuned.threads.async.mode=" + mode, FLAG + "=" + flag, LIMIT, REJECT)
                .run(context -> {
                    Held held = new Held(context, 2);
                    assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(held::submit);
                    assertThatExceptionOfType(TaskRejectedException.class)
                            .isThrownBy(() -> context.getBean(Tasks.class).kind());
                    held.endAll();
                    held.submitUntilAccepted();
                    held.awaitRunning(3);
                });
    }

    @Test
    void aLimitAloneLeavesTheNamesAsBootHasThem() {
        for (String flag : new String[] {"true", "false"}) {
            String[] stock = aliases("none=", FLAG + "=" + flag);
            assertThat(aliases(LIMIT, FLAG + "=" + flag)).isEqualTo(stock);
        }
    }

    private String[] aliases(String... properties) {
        AtomicReference<String @Nullable []> aliases = new AtomicReference<>();
        plain.withPropertyValues(properties).run(context -> aliases.set(context.getAliases("applicationTaskExecutor")));
        return Objects.requireNonNull(aliases.get());
    }

    private static Runnable renamed(Runnable task) {
        return () -> {
            Thread thread = Thread.currentThread();
            thread.setName("decorated-" + thread.getName());
            task.run();
        };
    }

    private static String nameOfThread(AsyncTaskExecutor executor) throws Exception {
        return executor.submit(() -> Thread.currentThread().getName()).get();
    }

    private static TaskScheduler ownScheduler() {
        return new ConcurrentTaskScheduler(Executors.newSingleThreadScheduledExecutor());
    }

    private static @Nullable String asyncKind(ApplicationContext context) {
        return context.getBean(Tasks.class).kind().join();
    }

    /** Tasks that run until all may end. */
    private static final class Held {

        private final AsyncTaskExecutor executor;

        private final Semaphore started = new Semaphore(0);

        private final CountDownLatch end = new CountDownLatch(1);

        /** Starts so many, which run when it returns. */
        Held(ApplicationContext context, int tasks) throws InterruptedException {
            executor = context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class);
            for (int task = 0; task < tasks; task++) {
                submit();
            }
            awaitRunning(tasks);
        }

        void submit() {
            executor.submit(() -> {
                started.release();
                return end.await(1, TimeUnit.MINUTES);
            });
        }

        /** Tasks that have just ended may count for a moment more. */
        void submitUntilAccepted() {
            await().ignoreException(TaskRejectedException.class).until(() -> {
                submit();
                return true;
            });
        }

        /** Tasks that have started. */
        int running() {
            return started.availablePermits();
        }

        void awaitRunning(int tasks) throws InterruptedException {
            assertThat(started.tryAcquire(tasks, 1, TimeUnit.MINUTES)).isTrue();
            started.release(tasks);
        }

        void endAll() {
            end.countDown();
        }
    }

    @Configuration
    @EnableAsync
    @EnableScheduling
    static class Tasks {

        private final CompletableFuture<String> scheduledKind = new CompletableFuture<>();

        private final CompletableFuture<String> scheduledName = new CompletableFuture<>();

        @Async
        CompletableFuture<String> kind() {
            return CompletableFuture.completedFuture(WebApp.kind());
        }

        CompletableFuture<String> scheduledKind() {
            return scheduledKind;
        }

        CompletableFuture<String> scheduledName() {
            return scheduledName;
        }

        @Scheduled(fixedRate = 1000)
        void scheduled() {
            scheduledName.complete(Thread.currentThread().getName());
            scheduledKind.complete(WebApp.kind());
        }
    }
}
