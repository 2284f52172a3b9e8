/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Decisions for all targets of one application.
 *
 * @param java feature version of the running Java
 * @param bootVirtual whether Spring Boot itself runs everything on virtual threads
 * @param executors for the executors that the application names, by name
 */
record ThreadPlan(
        int java,
        boolean bootVirtual,
        Decision web,
        Decision async,
        Decision scheduling,
        Map<String, Decision> executors) {

    static ThreadPlan of(ThreadsProperties properties, @Nullable Boolean bootFlag, int java) {
        ThreadRules rules = new ThreadRules(bootFlag, properties.mode(), java);
        Map<String, Decision> executors = new LinkedHashMap<>();
        properties
                .executors()
                .forEach((name, executor) -> executors.put(
                        name,
                        rules.decide(
                                "executor '%s'".formatted(name),
                                ExecutorProperties.property(name, "mode"),
                                executor.mode())));
        return new ThreadPlan(
                java,
                rules.bootIsVirtual(),
                rules.decide("web", properties.web().mode()),
                rules.decide("async", properties.async().mode()),
                rules.decide("scheduling", properties.scheduling().mode()),
                executors);
    }

    /** For an executor that the application names. */
    Decision executor(String name) {
        return Objects.requireNonNull(this.executors.get(name), name);
    }

    /** Whether something has to be changed to get from Spring Boot's kind of thread to the decided one. */
    boolean differsFromBoot(Decision decision) {
        return decision.virtual() != this.bootVirtual;
    }

    /** Whether some target runs on virtual threads. */
    boolean anyVirtual() {
        return decisions().anyMatch(Decision::virtual);
    }

    /** Whether some target runs on virtual threads that are pinned when they block inside {@code synchronized}. */
    boolean pinsOnSynchronized() {
        return this.java < ThreadRules.FIRST_UNPINNED && anyVirtual();
    }

    /** Says which settings ask for virtual threads that this Java has not, and for what; null where none does. */
    @Nullable
    String unsupported() {
        List<Decision> refused =
                decisions().filter(decision -> decision.unsupported() != null).toList();
        if (refused.isEmpty()) {
            return null;
        }
        return "%s: virtual threads for %s need Java %d or later; this is Java %d"
                .formatted(
                        join(refused, decision -> String.valueOf(decision.unsupported())),
                        join(refused, Decision::target),
                        ThreadRules.FIRST_VIRTUAL,
                        this.java);
    }

    private static String join(List<Decision> decisions, Function<Decision, String> text) {
        return decisions.stream().map(text).distinct().collect(Collectors.joining(", "));
    }

    private Stream<Decision> decisions() {
        return Stream.concat(Stream.of(this.web, this.async, this.scheduling), this.executors.values().stream());
    }
}
