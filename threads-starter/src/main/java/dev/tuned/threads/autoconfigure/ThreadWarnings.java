/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.core.env.Environment;

/**
 * Finds what the user should know of a plan in force: settings without effect, and what virtual threads do differently.
 *
 * @param plan the plan in force
 * @param environment the user's settings
 */
record ThreadWarnings(ThreadPlan plan, Environment environment) {

    private static final String TOMCAT_POOL = "server.tomcat.threads.max";

    private static final String KEEP_ALIVE = "spring.main.keep-alive";

    /** Settings of Boot's pool, which bound nothing once every task has a thread of its own. */
    private static final List<String> TASK_POOL = List.of(
            "spring.task.execution.pool.core-size",
            "spring.task.execution.pool.max-size",
            "spring.task.execution.pool.queue-capacity");

    /**
     * @param webVirtual whether requests are really handled on virtual threads
     * @param webApplication whether a web server keeps the application running
     */
    List<String> list(boolean webVirtual, boolean webApplication, TaskThreadsPostProcessor tasks) {
        List<String> warnings = new ArrayList<>();
        String unsupported = this.plan.unsupported();
        if (unsupported != null) {
            warnings.add(unsupported + "; platform threads are used instead");
        }
        if (this.plan.pinsOnSynchronized()) {
            warnings.add("on Java %d a virtual thread that blocks inside synchronized pins its carrier thread;"
                            .formatted(this.plan.java())
                    + " Java 24 and later do not (JEP 491)");
        }
        if (webVirtual) {
            addIfWithoutEffect(warnings, this.plan.web(), List.of(TOMCAT_POOL), "");
        }
        if (this.plan.async().virtual() && tasks.governs(TaskThreadsPostProcessor.EXECUTOR)) {
            String instead = "bound tasks by spring.task.execution.simple.concurrency-limit, or ";
            addIfWithoutEffect(warnings, this.plan.async(), TASK_POOL, instead);
        }
        if (!webApplication
                && this.plan.scheduling().virtual()
                && tasks.governs(TaskThreadsPostProcessor.SCHEDULER)
                && !this.environment.getProperty(KEEP_ALIVE, Boolean.class, false)) {
            warnings.add("a scheduler on virtual threads (%s) does not keep the application running; set %s=true"
                    .formatted(this.plan.scheduling().reason(), KEEP_ALIVE));
        }
        return warnings;
    }

    private void addIfWithoutEffect(List<String> warnings, Decision decision, List<String> names, String instead) {
        String found = names.stream().filter(this.environment::containsProperty).collect(Collectors.joining(", "));
        if (!found.isEmpty()) {
            warnings.add("%s: no effect on virtual threads (%s); %sset tuned.threads.%s.mode=platform"
                    .formatted(found, decision.reason(), instead, decision.target()));
        }
    }
}
