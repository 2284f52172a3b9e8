/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import dev.tuned.threads.plan.ThreadsAutoConfiguration;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;
import static org.awaitility.Awaitility.await;

/** Executors by name on platform threads, so that this runs on any Java; {@code ExecutorThreadsIT} has the virtual ones. */
class NamedExecutorsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class,
                    ThreadsAutoConfiguration.class,
                    ThreadsExecutorAutoConfiguration.class))
            .withPropertyValues(
                    "tuned.threads.mode=platform",
                    "tuned.threads.executors.reports.max-concurrency=2",
                    "tuned.threads.executors.reports.queue-capacity=3",
                    "tuned.threads.executors.mails.thread-name-prefix=post-");

    @Test
    void areFoundByQualifierAndByAsyncMethods() {
        runner.withUserConfiguration(Reports.class).run(context -> {
            Reports reports = context.getBean(Reports.class);
            assertThat(reports.threadName().join()).startsWith("reports-");
            assertThat(reports.byQualifier()).isSameAs(context.getBean("reports"));
            assertThat(context.getBean("mails", AsyncTaskExecutor.class)
                            .submitCompletable(() -> Thread.currentThread().getName())
                            .join())
                    .startsWith("post-");
        });
    }

    @Test
    void areNotTakenForTheApplicationsExecutor() {
        runner.withUserConfiguration(Reports.class).run(context -> {
            assertThat(context.getBean(Reports.class).byType()).isSameAs(context.getBean("applicationTaskExecutor"));
            assertThat(context.getBean(Reports.class).defaultThreadName().join())
                    .startsWith("task-");
        });
    }

    @Test
    void standBesideAnExecutorOfTheUser() {
        runner.withUserConfiguration(Reports.class)
                .withBean("own", Executor.class, SyncTaskExecutor::new)
                .run(context -> {
                    assertThat(context)
                            .doesNotHaveBean("applicationTaskExecutor")
                            .hasBean("reports");
                    assertThat(context.getBean(Reports.class).byType()).isSameAs(context.getBean("own"));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"applicationTaskExecutor", "own"})
    void leaveAsyncMethodsToTheOnlyTaskExecutorOfTheUser(String name) {
        runner.withUserConfiguration(Reports.class)
                .withBean(name, ThreadPoolTaskExecutor.class, () -> {
                    ThreadPoolTaskExecutor users = new ThreadPoolTaskExecutor();
                    users.setThreadNamePrefix("users-");
                    return users;
                })
                .run(context -> assertThat(context.getBean(Reports.class)
                                .defaultThreadName()
                                .join())
                        .startsWith("users-"));
    }

    @ParameterizedTest
    @CsvSource({"own, SimpleAsyncTaskExecutor-", "taskExecutor, pool-"})
    void doNotServeAsyncMethodsThatNameNoExecutorWhereTheUsersAreNoTaskExecutors(String name, String threadName) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        TaskExecutionAutoConfiguration.class,
                        ThreadsAutoConfiguration.class,
                        ThreadsExecutorAutoConfiguration.class))
                .withPropertyValues("tuned.threads.mode=platform", "tuned.threads.executors.reports.max-concurrency=2")
                .withUserConfiguration(Reports.class)
                .withBean(name, ExecutorService.class, Executors::newCachedThreadPool)
                .run(context -> {
                    Reports reports = context.getBean(Reports.class);
                    assertThat(reports.defaultThreadName().join()).startsWith(threadName);
                    assertThat(reports.threadName().join()).startsWith("reports-");
                });
    }

    @Test
    void ofWhichOnlyTheNameIsWrittenHaveTheDefaults() {
        runner.withPropertyValues("tuned.threads.executors.letters=")
                .run(context -> assertThat(context.getBean("letters", AsyncTaskExecutor.class)
                                .submitCompletable(() -> Thread.currentThread().getName())
                                .join())
                        .startsWith("letters-"));
    }

    @Test
    void boundAndQueueAreThoseOfThePool() {
        runner.run(context -> {
            ThreadPoolTaskExecutor pool = context.getBean("reports", ThreadPoolTaskExecutor.class);
            assertThat(pool.getCorePoolSize()).isEqualTo(2);
            assertThat(pool.getMaxPoolSize()).isEqualTo(2);
            CountDownLatch held = new CountDownLatch(1);
            for (int task = 0; task < 5; task++) {
                pool.submit(() -> {
                    held.await();
                    return null;
                });
            }
            assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> pool.execute(() -> {}));
            await().until(() -> pool.getActiveCount() == 2);
            assertThat(ExecutorsPartTests.part(context).details().get("reports"))
                    .hasToString("{effective=platform, why=tuned.threads.mode=platform, maxConcurrency=2,"
                            + " queueCapacity=3, onSaturation=queue, active=2, queued=3, completed=0, rejected=1}");
            held.countDown();
        });
    }

    @Test
    void withoutABoundThePoolIsAsBootHasIt() {
        runner.withPropertyValues("spring.task.execution.pool.core-size=5").run(context -> {
            ThreadPoolTaskExecutor pool = context.getBean("mails", ThreadPoolTaskExecutor.class);
            assertThat(pool.getCorePoolSize()).isEqualTo(5);
        });
    }

    @Test
    void decoratorsOfTheUserApply() {
        runner.withBean(
                        TaskDecorator.class,
                        () -> task -> () -> {
                            Thread.currentThread().setName("decorated");
                            task.run();
                        })
                .run(context -> assertThat(context.getBean("reports", AsyncTaskExecutor.class)
                                .submitCompletable(() -> Thread.currentThread().getName())
                                .join())
                        .isEqualTo("decorated"));
    }

    @Test
    void standWithoutBootsOwnExecutor() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(ThreadsAutoConfiguration.class, ThreadsExecutorAutoConfiguration.class))
                .withPropertyValues("tuned.threads.mode=platform", "tuned.threads.executors.reports.max-concurrency=2")
                .run(context -> assertThat(context).hasBean("reports"));
    }

    @Test
    void standWithoutMicrometerOnTheClassPath() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer.context", "io.micrometer.core"))
                .run(context -> assertThat(context).hasBean("reports"));
    }

    @Test
    void serveTheContextsBelowTheirs() {
        runner.run(context -> {
            try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
                child.setParent(context);
                child.register(ChildReports.class);
                child.refresh();
                assertThat(child.getBean(ChildReports.class).threadName().join())
                        .startsWith("reports-");
            }
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            my-reports   | my-reports
            [my.reports] | my.reports
            [Ärzte]      | Ärzte
            [a b/c]      | a b/c
            """)
    void haveTheNameThatIsWritten(String property, String bean) {
        String separator = property.startsWith("[") ? "" : ".";
        runner.withPropertyValues("tuned.threads.executors" + separator + property + ".max-concurrency=1")
                .run(context -> assertThat(context.getBean(bean)).isInstanceOf(ThreadPoolTaskExecutor.class));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tuned.threads.executors.reports.max-concurrency=-1    | tuned.threads.executors.reports.max-concurrency with value '-1' is invalid: It is negative. Write how many tasks may run
            tuned.threads.executors[a b].queue-capacity=-1        | tuned.threads.executors[a b].queue-capacity with value '-1' is invalid: It is negative. Write how many tasks may wait
            tuned.threads.executors.reports.await-termination=-1s | tuned.threads.executors.reports.await-termination with value 'PT-1S' is invalid: It is negative. Write a time
            tuned.threads.async.max-concurrency=-5                | tuned.threads.async.max-concurrency with value '-5' is invalid: It is negative. Write how many tasks may run
            tuned.threads.async.queue-capacity=-5                 | tuned.threads.async.queue-capacity with value '-5' is invalid: It is negative. Write how many tasks may wait
            tuned.threads.executors[&x].max-concurrency=1         | The name '&x' of the executor cannot be that of a bean: it is blank or begins with '&'. Give the executor another name.
            """)
    void unusableValuesAreRefused(String property, String message) {
        runner.withPropertyValues(property)
                .run(context -> assertThat(context)
                        .getFailure()
                        .extracting(NestedExceptionUtils::getMostSpecificCause, as(THROWABLE))
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "environment", "applicationTaskExecutor"})
    void aNameInUseIsRefused(String name) {
        runner.withBean("own", Object.class, Object::new)
                .withPropertyValues("tuned.threads.executors." + name + ".max-concurrency=1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .extracting(NestedExceptionUtils::getMostSpecificCause, as(THROWABLE))
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining("The name '" + name + "' of the executor is that of"));
    }

    @Test
    void awaitTheirTasksAsLongAsTheyAreTold() {
        CountDownLatch closing = new CountDownLatch(1);
        CompletableFuture<String> task = new CompletableFuture<>();
        runner.withPropertyValues("tuned.threads.executors.reports.await-termination=60s")
                .run(context -> {
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                            .addApplicationListener(
                                    (ApplicationListener<ContextClosedEvent>) event -> closing.countDown());
                    AsyncTaskExecutor reports = context.getBean("reports", AsyncTaskExecutor.class);
                    for (int running = 0; running < 2; running++) {
                        reports.submit(() -> closing.await(1, TimeUnit.MINUTES));
                    }
                    reports.execute(() -> task.complete("ran although it waited"));
                });
        assertThat(task).isCompleted();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Reports extends ChildReports {

        private final Executor byQualifier;

        private final Executor byType;

        Reports(@Qualifier("reports") Executor byQualifier, Executor byType) {
            this.byQualifier = byQualifier;
            this.byType = byType;
        }

        Executor byQualifier() {
            return byQualifier;
        }

        Executor byType() {
            return byType;
        }

        @Async
        CompletableFuture<String> defaultThreadName() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class ChildReports {

        @Async("reports")
        CompletableFuture<String> threadName() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }
}
