/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

import dev.tuned.threads.Bound;
import dev.tuned.threads.plan.ExecutorPlan;
import dev.tuned.threads.report.Count;
import dev.tuned.threads.report.ReportPart;

/** The executors of the application: their kinds of thread, limits and counts. */
record ExecutorsPart(ExecutorRegistrar tasks, ConfigurableListableBeanFactory beans, Environment environment)
        implements ReportPart {

    @Override
    public String name() {
        return "executors";
    }

    @Override
    public @Nullable String summary() {
        String summary = tasks.applied().stream()
                .map(ExecutorsPart::summary)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return summary.isEmpty() ? null : summary;
    }

    private static String summary(ExecutorPlan plan) {
        String limit = plan.bound().isLimited() ? plan.bound().toString() : "";
        if (plan.named()) {
            return plan.decision() + (limit.isEmpty() ? "" : ", " + limit);
        }
        return limit.isEmpty() ? "" : "async " + limit;
    }

    @Override
    public List<String> warnings() {
        return new ExecutorWarnings(tasks, beans, environment).list();
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        for (ExecutorPlan plan : tasks.applied()) {
            details.put(plan.name(), details(plan));
        }
        return details;
    }

    private Map<String, @Nullable Object> details(ExecutorPlan plan) {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("effective", plan.decision().kind());
        details.put("why", plan.decision().reason());
        Bound bound = plan.bound();
        if (bound.isLimited()) {
            details.put("maxConcurrency", bound.maxConcurrency());
            details.put(
                    "queueCapacity",
                    (bound.queueCapacity() == Integer.MAX_VALUE) ? "unlimited" : bound.queueCapacity());
            details.put("onSaturation", bound.onSaturation().name().toLowerCase(Locale.ROOT));
        }
        counts(plan).forEach(count -> details.put(count.key(), count.number().getAsLong()));
        return details;
    }

    @Override
    public List<Count> counts() {
        return tasks.applied().stream().flatMap(this::allCounts).toList();
    }

    private Stream<Count> allCounts(ExecutorPlan plan) {
        Bound bound = plan.bound();
        Stream<Count> limit = bound.isLimited()
                ? Stream.of(Count.now("executor.limit", "Tasks that may run at once", bound::maxConcurrency))
                : Stream.empty();
        return Stream.concat(counts(plan), limit).map(count -> count.in("tasks").tagged("name", plan.name()));
    }

    private Stream<Count> counts(ExecutorPlan plan) {
        return Stream.of(
                Count.now("executor.active", "Tasks that run now", number(plan, TaskCounts::active)),
                Count.now(
                        "executor.queued",
                        "Tasks that wait now for as many to run as may",
                        number(plan, TaskCounts::queued)),
                Count.total(
                        "executor.completed",
                        "Tasks that have run, however they ended",
                        number(plan, TaskCounts::completed)),
                Count.total("executor.rejected", "Tasks that were not accepted", number(plan, TaskCounts::rejected)));
    }

    /** A number that looks up its executor when it is read, so that no executor is created for it. */
    private LongSupplier number(ExecutorPlan plan, ToLongFunction<TaskCounts> number) {
        return () -> number.applyAsLong(
                TaskCounts.of(beans.containsSingleton(plan.name()) ? beans.getBean(plan.name()) : null));
    }
}
