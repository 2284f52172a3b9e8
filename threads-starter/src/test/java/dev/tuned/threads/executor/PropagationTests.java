/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import dev.tuned.threads.plan.ThreadsAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** What tasks take over from their callers, on the kind of thread that this Java has by default. */
class PropagationTests {

    private static final String KEY = "dev.tuned.threads.tenant";

    private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

    private static final AtomicInteger captured = new AtomicInteger();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Tasks.class)
            .withPropertyValues(
                    "tuned.threads.propagate-mdc=true",
                    "tuned.threads.propagate-context=true",
                    "tuned.threads.executors.reports.max-concurrency=1")
            .withConfiguration(AutoConfigurations.of(
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class,
                    ThreadsAutoConfiguration.class,
                    ThreadsExecutorAutoConfiguration.class));

    @BeforeEach
    void setUpContext() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new TenantAccessor());
        captured.set(0);
        TENANT.set("blue");
        MDC.put("request", "42");
    }

    @AfterEach
    void removeContext() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
        TENANT.remove();
        MDC.clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none=", "spring.threads.virtual.enabled=true", "tuned.threads.mode=platform"})
    void asyncMethodsAndNamedExecutorsRunWithMdcAndContextOfTheirCaller(String mode) {
        this.runner.withPropertyValues(mode).run(context -> {
            assertThat(context.getBean(Tasks.class).seen().join()).isEqualTo("42 blue");
            assertThat(context.getBean(Tasks.class).seenByReports().join()).isEqualTo("42 blue");
        });
    }

    @Test
    void aPooledThreadKeepsNothingForTheNext() {
        this.runner.withPropertyValues("tuned.threads.mode=platform").run(context -> {
            assertThat(seen(context, "reports")).isEqualTo("42 blue");
            assertThat(context.getBean("reports", AsyncTaskExecutor.class)
                            .submitCompletable(() -> {
                                MDC.put("left", "behind");
                                return "";
                            })
                            .join())
                    .isEmpty();
            MDC.clear();
            TENANT.remove();
            assertThat(context.getBean("reports", AsyncTaskExecutor.class)
                            .submitCompletable(() -> MDC.get("left") + " " + Tasks.look())
                            .join())
                    .isEqualTo("null null null");
        });
    }

    @Test
    void nothingIsTakenOverUnlessThatIsSet() {
        this.runner
                .withPropertyValues("tuned.threads.propagate-mdc=false", "tuned.threads.propagate-context=false")
                .run(context -> {
                    assertThat(seen(context, "applicationTaskExecutor")).isEqualTo("null null");
                    assertThat(seen(context, "reports")).isEqualTo("null null");
                });
    }

    @Test
    void anExecutorCanHaveItsOwnSetting() {
        this.runner
                .withPropertyValues("tuned.threads.executors.reports.propagate-context=false")
                .run(context -> {
                    assertThat(seen(context, "applicationTaskExecutor")).isEqualTo("42 blue");
                    assertThat(seen(context, "reports")).isEqualTo("42 null");
                });
    }

    @Test
    void decoratorsOfTheUserHoldAndSeeWhatWasTakenOver() {
        List<String> seen = new ArrayList<>();
        this.runner
                .withBean(
                        TaskDecorator.class,
                        () -> task -> () -> {
                            seen.add(Tasks.look());
                            task.run();
                        })
                .run(context -> {
                    assertThat(seen(context, "applicationTaskExecutor")).isEqualTo("42 blue");
                    assertThat(seen(context, "reports")).isEqualTo("42 blue");
                });
        assertThat(seen).containsExactly("42 blue", "42 blue");
    }

    @Test
    void theContextIsCapturedOnceWhereTheApplicationOrBootDoesItAlready() {
        this.runner
                .withBean(TaskDecorator.class, ContextPropagatingTaskDecorator::new)
                .run(context -> {
                    captured.set(0);
                    new ContextPropagatingTaskDecorator().decorate(() -> {}).run();
                    int once = captured.getAndSet(0);
                    assertThat(seen(context, "applicationTaskExecutor")).isEqualTo("42 blue");
                    assertThat(captured).hasValue(once);
                });
    }

    @Test
    void schedulesHaveNoCallerToTakeAnythingFrom() {
        this.runner
                .withUserConfiguration(Schedules.class)
                .run(context -> assertThat(
                                context.getBean(Schedules.class).scheduled().join())
                        .isEqualTo("null null"));
    }

    private static @Nullable String seen(ApplicationContext context, String executor) {
        return context.getBean(executor, AsyncTaskExecutor.class)
                .submitCompletable(Tasks::look)
                .join();
    }

    @Configuration
    @EnableAsync
    static class Tasks {

        static String look() {
            return MDC.get("request") + " " + TENANT.get();
        }

        @Async
        CompletableFuture<String> seen() {
            return CompletableFuture.completedFuture(look());
        }

        @Async("reports")
        CompletableFuture<String> seenByReports() {
            return CompletableFuture.completedFuture(look());
        }
    }

    @Configuration
    @EnableScheduling
    static class Schedules {

        private final CompletableFuture<String> scheduled = new CompletableFuture<>();

        CompletableFuture<String> scheduled() {
            return this.scheduled;
        }

        @Scheduled(fixedRate = 1000)
        void schedule() {
            this.scheduled.complete(Tasks.look());
        }
    }

    private static final class TenantAccessor implements ThreadLocalAccessor<String> {

        @Override
        public Object key() {
            return KEY;
        }

        @Override
        public @Nullable String getValue() {
            captured.incrementAndGet();
            return TENANT.get();
        }

        @Override
        public void setValue(String value) {
            TENANT.set(value);
        }

        @Override
        public void setValue() {
            TENANT.remove();
        }
    }
}
