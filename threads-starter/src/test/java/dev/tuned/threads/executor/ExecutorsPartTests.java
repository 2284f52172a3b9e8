/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.List;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.task.SyncTaskExecutor;

import dev.tuned.threads.plan.ThreadsAutoConfiguration;
import dev.tuned.threads.report.ReportContributor;
import dev.tuned.threads.report.ReportPart;

import static org.assertj.core.api.Assertions.assertThat;

/** The report of executors, on platform threads. */
class ExecutorsPartTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    TaskExecutionAutoConfiguration.class,
                    ThreadsAutoConfiguration.class,
                    ThreadsExecutorAutoConfiguration.class))
            .withPropertyValues("tuned.threads.mode=platform");

    @Test
    void nothingIsSaidWhereNothingIsAsked() {
        assertSaid(null);
    }

    @Test
    void theBoundOfTasksAndNamedExecutorsAreSaid() {
        assertSaid(
                "async at most 8, queue unlimited,"
                        + " executor 'mails' platform (tuned.threads.mode=platform),"
                        + " executor 'reports' platform (tuned.threads.executors.reports.mode=platform),"
                        + " at most 4, queue 100,"
                        + " executor 'a.b' platform (tuned.threads.executors[a.b].mode=platform), at most 2, then rejected",
                "tuned.threads.async.max-concurrency=8",
                "tuned.threads.executors.mails.thread-name-prefix=post-",
                "tuned.threads.executors.reports.mode=platform",
                "tuned.threads.executors.reports.max-concurrency=4",
                "tuned.threads.executors.reports.queue-capacity=100",
                "tuned.threads.executors[a.b].mode=platform",
                "tuned.threads.executors[a.b].max-concurrency=2",
                "tuned.threads.executors[a.b].on-saturation=reject");
    }

    @Test
    void settingsWithoutEffectAreWarnedOf() {
        assertWarned(List.of());
        assertWarned(
                List.of("spring.task.execution.pool.core-size, spring.task.execution.pool.queue-capacity:"
                        + " no effect beside tuned.threads.async.max-concurrency=8"),
                "tuned.threads.async.max-concurrency=8",
                "spring.task.execution.pool.core-size=4",
                "spring.task.execution.pool.queue-capacity=4");
        assertWarned(
                List.of(
                        "tuned.threads.async.queue-capacity: no effect without tuned.threads.async.max-concurrency",
                        "tuned.threads.async.on-saturation: no effect without tuned.threads.async.max-concurrency"),
                "tuned.threads.async.queue-capacity=8",
                "tuned.threads.async.on-saturation=block");
        assertWarned(
                List.of("tuned.threads.executors.reports.queue-capacity:"
                        + " no effect with tuned.threads.executors.reports.on-saturation=reject"),
                "tuned.threads.executors.reports.max-concurrency=8",
                "tuned.threads.executors.reports.queue-capacity=8",
                "tuned.threads.executors.reports.on-saturation=reject");
    }

    @Test
    void aBoundThatAnExecutorOfTheUserMakesUselessIsWarnedOf() {
        runner.withBean(Executor.class, SyncTaskExecutor::new)
                .withPropertyValues("tuned.threads.async.max-concurrency=8")
                .run(context -> assertThat(part(context).warnings())
                        .containsExactly("tuned.threads.async.max-concurrency: no effect,"
                                + " async is left to the application's executor"));
    }

    private void assertSaid(@Nullable String text, String... properties) {
        runner.withPropertyValues(properties)
                .run(context -> assertThat(part(context).summary()).isEqualTo(text));
    }

    private void assertWarned(List<String> warnings, String... properties) {
        runner.withPropertyValues(properties)
                .run(context -> assertThat(part(context).warnings()).isEqualTo(warnings));
    }

    /** The part of the executors, of the parts that the one contributor has. */
    static ReportPart part(ApplicationContext context) {
        return context.getBean(ReportContributor.class).reportParts().stream()
                .filter(ExecutorsPart.class::isInstance)
                .findFirst()
                .orElseThrow();
    }
}
