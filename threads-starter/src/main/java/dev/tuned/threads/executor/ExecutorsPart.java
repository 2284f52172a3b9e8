/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

import dev.tuned.threads.Bound;
import dev.tuned.threads.plan.Count;
import dev.tuned.threads.plan.ExecutorPlan;
import dev.tuned.threads.plan.ReportPart;
import dev.tuned.threads.plan.TargetPart;

/** The executors of the application and of its schedules: their kinds of thread, limits and counts. */
final class ExecutorsContributor implements ReportPart {

    private final ExecutorRegistrar tasks;
    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;

    ExecutorsContributor(ExecutorRegistrar tasks, ConfigurableListableBeanFactory beans, Environment environment) {
        this.tasks = tasks;
        this.beans = beans;
        this.environment = environment;
    }

    @Override
    public List<ReportPart> reportParts() {
        return List.of(
                new TargetPart(tasks.plan().async(), environment, tasks.notAppliedReason(ExecutorPlan.BOOTS)),
                this,
                new TargetPart(tasks.plan().scheduling(), environment, schedulingNotApplied()));
    }

    private @Nullable String schedulingNotApplied() {
        boolean enabled = beans.containsBean(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME);
        return enabled ? tasks.notAppliedReason(ExecutorRegistrar.SCHEDULER) : "not enabled";
    }

    @Override
    public String name() {
        return "executors";
    }

    @Override
    public @Nullable String summary() {
        String summary = plans().stream()
                .map(ExecutorsContributor::summary)
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
        for (ExecutorPlan plan : plans()) {
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
        TaskCounts counts = tasksOf(plan);
        details.put("active", counts.active());
        details.put("queued", counts.queued());
        details.put("completed", counts.completed());
        details.put("rejected", counts.rejected());
        return details;
    }

    /** They look up the executor when they are read, so that one that is made late, or never, is not made for them. */
    @Override
    public List<Count> counts() {
        return plans().stream()
                .flatMap(plan -> counts(plan, () -> tasksOf(plan))
                        .map(count -> count.in("tasks").tagged("name", plan.name())))
                .toList();
    }

    private static Stream<Count> counts(ExecutorPlan plan, Supplier<TaskCounts> tasks) {
        Bound bound = plan.bound();
        return Stream.concat(
                Stream.of(
                        Count.now(
                                "executor.active",
                                "Tasks that run now",
                                () -> tasks.get().active()),
                        Count.now(
                                "executor.queued",
                                "Tasks that wait now for as many to run as may",
                                () -> tasks.get().queued()),
                        Count.total(
                                "executor.completed",
                                "Tasks that have run, however they ended",
                                () -> tasks.get().completed()),
                        Count.total(
                                "executor.rejected",
                                "Tasks that were not accepted",
                                () -> tasks.get().rejected())),
                bound.isLimited()
                        ? Stream.of(Count.now("executor.limit", "Tasks that may run at once", bound::maxConcurrency))
                        : Stream.empty());
    }

    /** The executors that are ours. */
    private List<ExecutorPlan> plans() {
        return tasks.applied();
    }

    private TaskCounts tasksOf(ExecutorPlan plan) {
        return TaskCounts.of(beans.containsSingleton(plan.name()) ? beans.getBean(plan.name()) : null);
    }
}
