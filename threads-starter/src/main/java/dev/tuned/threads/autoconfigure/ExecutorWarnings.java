/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.core.env.Environment;

import dev.tuned.threads.OnSaturation;

/** Finds settings of executors that have no effect. */
record ExecutorWarnings(Environment environment) {

    /** Settings of Boot's pool, which bound nothing once every task has a thread of its own. */
    static final List<String> POOL = List.of(
            "spring.task.execution.pool.core-size",
            "spring.task.execution.pool.max-size",
            "spring.task.execution.pool.queue-capacity");

    private static final List<String> LIMIT = List.of("spring.task.execution.simple.concurrency-limit");

    List<String> of(List<ExecutorPlan> plans, TaskThreadsPostProcessor tasks) {
        List<String> warnings = new ArrayList<>();
        for (ExecutorPlan plan : plans) {
            if (plan.named()) {
                addBounds(warnings, plan, ExecutorProperties.property(plan.name(), ""));
            } else {
                String leftAlone = tasks.leftAlone(plan.name());
                if (leftAlone != null && plan.bound().isLimited()) {
                    warnings.add(AsyncProperties.PREFIX + "max-concurrency: no effect, async is " + leftAlone);
                } else if (leftAlone == null) {
                    addBoots(warnings, plan);
                    addBounds(warnings, plan, AsyncProperties.PREFIX);
                }
            }
        }
        return warnings;
    }

    /** Boot's own bounds, where ours is in force instead. */
    private void addBoots(List<String> warnings, ExecutorPlan plan) {
        List<String> found = set(plan.decision().virtual() ? LIMIT.stream() : POOL.stream());
        if (plan.bound().isLimited() && !found.isEmpty()) {
            warnings.add("%s: no effect beside %smax-concurrency=%d"
                    .formatted(
                            String.join(", ", found),
                            AsyncProperties.PREFIX,
                            plan.bound().maxConcurrency()));
        }
    }

    private void addBounds(List<String> warnings, ExecutorPlan plan, String prefix) {
        String queue = prefix + "queue-capacity";
        if (!plan.bound().isLimited()) {
            set(Stream.of(queue, prefix + "on-saturation"))
                    .forEach(property ->
                            warnings.add("%s: no effect without %smax-concurrency".formatted(property, prefix)));
        } else if (plan.bound().onSaturation() == OnSaturation.REJECT) {
            set(Stream.of(queue))
                    .forEach(property ->
                            warnings.add("%s: no effect with %son-saturation=reject".formatted(property, prefix)));
        }
    }

    private List<String> set(Stream<String> names) {
        return names.filter(this.environment::containsProperty).toList();
    }
}
