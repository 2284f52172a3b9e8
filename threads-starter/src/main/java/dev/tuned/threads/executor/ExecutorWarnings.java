/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.core.env.Environment;

import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.plan.ExecutorPlan;
import dev.tuned.threads.plan.NoWebServer;
import dev.tuned.threads.plan.ThreadDecision;
import dev.tuned.threads.plan.UserProperties;

/** Finds settings of executors that have no effect. */
public record ExecutorWarnings(ExecutorRegistrar tasks, ListableBeanFactory beans, Environment environment) {

    private static final String KEEP_ALIVE = "spring.main.keep-alive";

    /** Settings of Boot's pool, which limit nothing once every task has a thread of its own. */
    static final List<String> POOL = List.of(
            "spring.task.execution.pool.core-size",
            "spring.task.execution.pool.max-size",
            "spring.task.execution.pool.queue-capacity");

    private static final List<String> LIMIT = List.of("spring.task.execution.simple.concurrency-limit");

    List<String> list() {
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
}
