/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.task.ThreadPoolTaskExecutorCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Finds what the user should know of a plan in force: settings without effect, and what virtual threads do differently.
 *
 * @param plan the plan in force
 * @param web what is in force on the web server
 * @param tasks which executors and schedulers the plan governs
 * @param context the application
 */
record ThreadWarnings(ThreadPlan plan, WebThreads web, TaskThreadsPostProcessor tasks, ApplicationContext context) {

    private static final String HEAP = "tuned.threads.heap-per-request.enabled";

    private static final String KEEP_ALIVE = "spring.main.keep-alive";

    private static final List<String> TOMCAT_POOL = List.of(
            "server.tomcat.threads.max", "server.tomcat.threads.min-spare", "server.tomcat.threads.max-queue-capacity");

    List<String> list() {
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
        if (this.web.virtual()) {
            addWithoutEffect(warnings, this.plan.web(), set(TOMCAT_POOL), boundInstead());
        }
        if (this.plan.async().virtual() && this.tasks.governs(TaskThreadsPostProcessor.EXECUTOR)) {
            String instead = "bound tasks by tuned.threads.async.max-concurrency, or ";
            addWithoutEffect(warnings, this.plan.async(), set(ExecutorWarnings.POOL), instead);
            instead = "use a SimpleAsyncTaskExecutorCustomizer or a TaskDecorator, or ";
            addWithoutEffect(warnings, this.plan.async(), beans(ThreadPoolTaskExecutorCustomizer.class), instead);
        }
        if (this.plan.scheduling().virtual()
                && this.tasks.governs(TaskThreadsPostProcessor.SCHEDULER)
                && !keepsRunning()) {
            warnings.add("a scheduler on virtual threads (%s) does not keep the application running; set %s=true"
                    .formatted(this.plan.scheduling().reason(), KEEP_ALIVE));
        }
        if (this.context.getEnvironment().getProperty(HEAP, Boolean.class, false)
                && !this.context.containsBean("heapPerRequestFilter")) {
            warnings.add(HEAP + "=true: no effect, it needs a servlet application with Micrometer");
        }
        return warnings;
    }

    /** What bounds requests now; nothing to say where something does. */
    private String boundInstead() {
        Environment environment = this.context.getEnvironment();
        int threads = environment.getProperty(TOMCAT_POOL.get(0), Integer.class, 0);
        return (threads < 1 || WebProperties.of(environment).isBounded())
                ? ""
                : "bound requests by tuned.threads.web.max-concurrency=%d, or ".formatted(threads);
    }

    /** Whether a web server or Boot keeps the JVM running without a scheduler. */
    private boolean keepsRunning() {
        return beans(NoWebServer.class).isEmpty()
                || this.context.getEnvironment().getProperty(KEEP_ALIVE, Boolean.class, false);
    }

    private List<String> set(List<String> names) {
        return names.stream()
                .filter(this.context.getEnvironment()::containsProperty)
                .toList();
    }

    private List<String> beans(Class<?> type) {
        return Stream.of(this.context.getBeanNamesForType(type))
                .map(name -> "%s '%s'".formatted(type.getSimpleName(), name))
                .toList();
    }

    private static void addWithoutEffect(List<String> warnings, Decision decision, List<String> found, String instead) {
        if (!found.isEmpty()) {
            warnings.add("%s: no effect on virtual threads (%s); %sset tuned.threads.%s.mode=platform"
                    .formatted(String.join(", ", found), decision.reason(), instead, decision.target()));
        }
    }
}
