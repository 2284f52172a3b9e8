/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.concurrent.CountDownLatch;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.task.TaskExecutorMetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;

import dev.tuned.threads.plan.ThreadsAutoConfiguration;
import dev.tuned.threads.report.ThreadsReportAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Meters of executors, on the kind of thread that this Java has by default. */
class ExecutorMetersTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withBean(SimpleMeterRegistry.class)
            .withConfiguration(AutoConfigurations.of(
                    MetricsAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskExecutorMetricsAutoConfiguration.class,
                    ThreadsAutoConfiguration.class,
                    ThreadsReportAutoConfiguration.class,
                    ThreadsExecutorAutoConfiguration.class))
            .withPropertyValues(
                    "tuned.threads.executors.reports.max-concurrency=2",
                    "tuned.threads.executors.reports.queue-capacity=1");

    @Test
    void countTasksByExecutor() {
        runner.run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            AsyncTaskExecutor reports = context.getBean("reports", AsyncTaskExecutor.class);
            CountDownLatch held = new CountDownLatch(1);
            for (int task = 0; task < 3; task++) {
                reports.submit(() -> {
                    held.await();
                    return null;
                });
            }
            assertThatExceptionOfType(TaskRejectedException.class).isThrownBy(() -> reports.execute(() -> {}));
            await().until(() -> gauge(registry, "active") == 2);
            assertThat(gauge(registry, "queued")).isEqualTo(1);
            assertThat(gauge(registry, "limit")).isEqualTo(2);
            assertThat(counter(registry, "rejected")).isEqualTo(1);
            held.countDown();
            await().until(() -> counter(registry, "completed") == 3);
            await().until(() -> gauge(registry, "active") == 0);
        });
    }

    @Test
    void boundsOfNothingAreNoMeter() {
        runner.run(context -> assertThat(context.getBean(MeterRegistry.class)
                        .find("tuned.threads.executor.limit")
                        .tag("name", "applicationTaskExecutor")
                        .gauge())
                .isNull());
    }

    @Test
    void bootsOwnMetersOfPoolsStay() {
        runner.withPropertyValues("tuned.threads.mode=platform")
                .run(context -> assertThat(context.getBean(MeterRegistry.class)
                                .get("executor.pool.core")
                                .tag("name", "applicationTaskExecutor")
                                .gauge()
                                .value())
                        .isEqualTo(8));
    }

    @Test
    void withoutMicrometerTheExecutorsStay() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context).hasNotFailed().hasBean("reports"));
    }

    private static double gauge(MeterRegistry registry, String meter) {
        return registry.get("tuned.threads.executor." + meter)
                .tag("name", "reports")
                .gauge()
                .value();
    }

    private static double counter(MeterRegistry registry, String meter) {
        return registry.get("tuned.threads.executor." + meter)
                .tag("name", "reports")
                .functionCounter()
                .count();
    }
}
