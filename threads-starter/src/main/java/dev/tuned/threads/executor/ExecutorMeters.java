/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.threads.plan.ExecutorPlan;

/**
 * Meters of the executors, by name. They look up the executor when they are read, so that one that is made late, or never, is
 * not made for them.
 */
final class ExecutorMeters implements MeterBinder {

    private static final String PREFIX = "tuned.threads.executor.";

    private final ExecutorsContributor executors;

    ExecutorMeters(ExecutorsContributor executors) {
        this.executors = executors;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        this.executors.plans().forEach(plan -> {
            gauge(registry, plan, "active", "Tasks that run now", TaskCounts::active);
            gauge(registry, plan, "queued", "Tasks that wait now for as many to run as may", TaskCounts::queued);
            counter(registry, plan, "completed", "Tasks that have run, however they ended", TaskCounts::completed);
            counter(registry, plan, "rejected", "Tasks that were not accepted", TaskCounts::rejected);
            if (plan.bound().isLimited()) {
                int limit = plan.bound().maxConcurrency();
                gauge(registry, plan, "limit", "Tasks that may run at once", counts -> limit);
            }
        });
    }

    private void gauge(
            MeterRegistry registry,
            ExecutorPlan plan,
            String meter,
            String description,
            ToDoubleFunction<TaskCounts> count) {
        Gauge.builder(PREFIX + meter, plan, each -> count.applyAsDouble(this.executors.counts(each)))
                .description(description)
                .baseUnit("tasks")
                .strongReference(true)
                .tag("name", plan.name())
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            ExecutorPlan plan,
            String meter,
            String description,
            ToDoubleFunction<TaskCounts> count) {
        FunctionCounter.builder(PREFIX + meter, plan, each -> count.applyAsDouble(this.executors.counts(each)))
                .description(description)
                .baseUnit("tasks")
                .tag("name", plan.name())
                .register(registry);
    }
}
