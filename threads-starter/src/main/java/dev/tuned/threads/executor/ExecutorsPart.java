/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.ArrayList;
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
import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.core.env.Environment;

import dev.tuned.threads.Bound;
import dev.tuned.threads.BoundedVirtualExecutor;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.plan.ExecutorPlan;
import dev.tuned.threads.plan.NoWebServer;
import dev.tuned.threads.plan.ThreadDecision;
import dev.tuned.threads.plan.UserProperties;
import dev.tuned.threads.report.Count;
import dev.tuned.threads.report.ReportPart;

/** The report of the executors: their kinds of thread, limits and counts, and settings that have no effect. */
record ExecutorsPart(ExecutorRegistrar tasks, ConfigurableListableBeanFactory beans, Environment environment)
        implements ReportPart {

    private static final String KEEP_ALIVE = "spring.main.keep-alive";

    /** Settings of Boot's pool, which limit nothing once every task has a thread of its own. */
    private static final List<String> POOL = List.of(
            "spring.task.execution.pool.core-size",
            "spring.task.execution.pool.max-size",
            "spring.task.execution.pool.queue-capacity");

    private static final List<String> LIMIT = List.of("spring.task.execution.simple.concurrency-limit");

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

    /** Warns of settings that have no effect. */
    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        addPool(warnings);
        if (tasks.plan().scheduling().virtual()
                && tasks.notAppliedReason(ExecutorRegistrar.SCHEDULER) == null
                && !keepsRunning()) {
            warnings.add("a scheduler on virtual threads (%s) does not keep the application running; set %s=true"
                    .formatted(tasks.plan().scheduling().reason(), KEEP_ALIVE));
        }
        for (ExecutorPlan executor : tasks.plan().executors()) {
            String reason = executor.named() ? null : tasks.notAppliedReason(executor.name());
            if (reason == null) {
                addBoots(warnings, executor);
                addBounds(warnings, executor);
            } else if (executor.bound().isLimited()) {
                warnings.add(executor.prefix() + "max-concurrency: no effect, async is " + reason);
            }
        }
        return warnings;
    }

    /** Warns of settings of Boot's pool where tasks run on virtual threads instead. */
    private void addPool(List<String> warnings) {
        ThreadDecision async = tasks.plan().async();
        if (async.virtual()
                && tasks.plan().differsFromBoot(async)
                && tasks.notAppliedReason(ExecutorPlan.BOOTS) == null) {
            addWithoutEffect(
                    warnings,
                    UserProperties.set(POOL, environment),
                    "limit tasks by tuned.threads.async.max-concurrency, or ");
            List<String> customizers = Stream.of(
                            beans.getBeanNamesForType(ThreadPoolTaskExecutorCustomizer.class, true, false))
                    .map("ThreadPoolTaskExecutorCustomizer '%s'"::formatted)
                    .toList();
            addWithoutEffect(warnings, customizers, "use a SimpleAsyncTaskExecutorCustomizer or a TaskDecorator, or ");
        }
    }

    private void addWithoutEffect(List<String> warnings, List<String> found, String instead) {
        if (!found.isEmpty()) {
            warnings.add("%s: no effect on virtual threads (%s); %sset tuned.threads.async.mode=platform"
                    .formatted(String.join(", ", found), tasks.plan().async().reason(), instead));
        }
    }

    /** Whether a web server or Boot keeps the JVM running without a scheduler. */
    private boolean keepsRunning() {
        return beans.getBeanNamesForType(NoWebServer.class, true, false).length == 0
                || environment.getProperty(KEEP_ALIVE, Boolean.class, false);
    }

    /** Warns of Boot's own limits where this starter's limit applies instead. */
    private void addBoots(List<String> warnings, ExecutorPlan plan) {
        List<String> found = UserProperties.set(plan.decision().virtual() ? LIMIT : POOL, environment);
        if (!plan.named() && plan.bound().isLimited() && !found.isEmpty()) {
            warnings.add("%s: no effect beside %smax-concurrency=%d"
                    .formatted(
                            String.join(", ", found),
                            plan.prefix(),
                            plan.bound().maxConcurrency()));
        }
    }

    private void addBounds(List<String> warnings, ExecutorPlan plan) {
        String prefix = plan.prefix();
        String queue = prefix + "queue-capacity";
        if (!plan.bound().isLimited()) {
            for (String property : UserProperties.set(List.of(queue, prefix + "on-saturation"), environment)) {
                warnings.add("%s: no effect without %smax-concurrency".formatted(property, prefix));
            }
        } else if (plan.bound().onSaturation() == OnSaturation.REJECT && environment.containsProperty(queue)) {
            warnings.add("%s: no effect with %son-saturation=reject".formatted(queue, prefix));
        }
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
                Count.now(
                        "executor.active",
                        "Tasks that run now",
                        number(plan, BoundedVirtualExecutor::getActiveCount, PlatformTaskExecutor::getActiveCount)),
                Count.now(
                        "executor.queued",
                        "Tasks that wait now for as many to run as may",
                        number(plan, BoundedVirtualExecutor::getQueuedCount, PlatformTaskExecutor::queuedCount)),
                Count.total(
                        "executor.completed",
                        "Tasks that have run, however they ended",
                        number(plan, BoundedVirtualExecutor::getCompletedCount, PlatformTaskExecutor::completedCount)),
                Count.total(
                        "executor.rejected",
                        "Tasks that were not accepted",
                        number(plan, BoundedVirtualExecutor::getRejectedCount, PlatformTaskExecutor::rejectedCount)));
    }

    /**
     * A number that looks up its executor when it is read, so that no executor is created for it; 0 for one of the application's, or
     * one that has not been created yet.
     */
    private LongSupplier number(
            ExecutorPlan plan,
            ToLongFunction<BoundedVirtualExecutor> onVirtual,
            ToLongFunction<PlatformTaskExecutor> onPlatform) {
        return () -> {
            Object executor = beans.containsSingleton(plan.name()) ? beans.getBean(plan.name()) : null;
            if (executor instanceof BoundedVirtualExecutor virtual) {
                return onVirtual.applyAsLong(virtual);
            }
            return (executor instanceof PlatformTaskExecutor pool) ? onPlatform.applyAsLong(pool) : 0;
        };
    }
}
