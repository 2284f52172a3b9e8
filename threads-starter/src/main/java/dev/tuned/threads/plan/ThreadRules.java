/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.plan.ThreadDecision.Fit;
import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

/**
 * Rules that decide which kind of thread a target gets.
 *
 * @param bootFlag value of {@code spring.threads.virtual.enabled}, null when not set
 * @param mode value of {@code tuned.threads.mode}
 * @param java feature version of the running Java
 */
record ThreadRules(@Nullable Boolean bootFlag, Mode mode, int java) {

    static final String BOOT_FLAG = "spring.threads.virtual.enabled";

    /** Whether a limit of Tomcat's threads that the user has set may be exceeded. */
    static final String EXCEED = "tuned.threads.web.exceed-threads-max";

    private static final String MODE = "tuned.threads.mode";

    /** First Java with virtual threads. */
    static final int MIN_JAVA_VIRTUAL = 21;

    /** First Java in which blocking inside {@code synchronized} does not pin the carrier thread (JEP 491). */
    static final int MIN_JAVA_UNPINNED = 24;

    /**
     * Decides for one target.
     *
     * @param targetMode the target's own mode; null to leave the target as Spring Boot has it
     */
    ThreadDecision decide(String target, @Nullable TargetMode targetMode) {
        if (targetMode == null) {
            return (bootFlag != null) ? byBootFlag(target, bootFlag) : platform(target, "default");
        }
        return decide(target, "tuned.threads." + target + ".mode", targetMode);
    }

    /**
     * Decides for one target.
     *
     * @param property where its mode is set
     */
    ThreadDecision decide(String target, String property, TargetMode targetMode) {
        boolean inherits = targetMode == TargetMode.INHERIT;
        String setting = inherits ? MODE : property;
        return switch (inherits ? TargetMode.valueOf(mode.name()) : targetMode) {
            case PLATFORM -> platform(target, setting + "=platform");
            case VIRTUAL -> virtual(target, setting + "=virtual");
            default -> auto(target);
        };
    }

    /** Whether Spring Boot itself runs everything on virtual threads. */
    boolean bootIsVirtual() {
        return Boolean.TRUE.equals(bootFlag) && java >= MIN_JAVA_VIRTUAL;
    }

    private ThreadDecision auto(String target) {
        if (bootFlag != null) {
            return byBootFlag(target, bootFlag);
        }
        return (java >= MIN_JAVA_UNPINNED)
                ? virtual(target, "auto: Java " + java)
                : platform(target, "auto: " + fromUnpinned());
    }

    /**
     * Decides for requests: {@code auto} is a pool of platform threads that fits the load, every other mode is as for any target.
     *
     * @param limits properties by which the user has set a limit of threads that may not be exceeded
     */
    ThreadDecision decideWeb(TargetMode targetMode, List<String> limits) {
        boolean auto = targetMode == TargetMode.AUTO || (targetMode == TargetMode.INHERIT && mode == Mode.AUTO);
        if (!auto || bootFlag != null) {
            return decide("web", targetMode);
        }
        if (!limits.isEmpty()) {
            String set = String.join(", ", limits);
            return fitting("limited by " + set, new Fit(false, "raise %s, or set %s=true".formatted(set, EXCEED)));
        }
        return (java >= MIN_JAVA_UNPINNED)
                ? fitting("virtual while requests wait", new Fit(true, ""))
                : fitting(
                        fromUnpinned(),
                        new Fit(
                                false,
                                "raise server.tomcat.threads.max, or run on Java %d".formatted(MIN_JAVA_UNPINNED)));
    }

    private static ThreadDecision fitting(String reason, Fit fit) {
        return new ThreadDecision("web", false, "auto: " + reason, null, fit);
    }

    private String fromUnpinned() {
        return "Java %d, virtual from %d".formatted(java, MIN_JAVA_UNPINNED);
    }

    private ThreadDecision byBootFlag(String target, boolean flag) {
        return flag ? virtual(target, BOOT_FLAG + "=true") : platform(target, BOOT_FLAG + "=false");
    }

    private ThreadDecision virtual(String target, String reason) {
        if (java >= MIN_JAVA_VIRTUAL) {
            return new ThreadDecision(target, true, reason, null, null);
        }
        String why = "%s needs Java %d, this is Java %d".formatted(reason, MIN_JAVA_VIRTUAL, java);
        return new ThreadDecision(target, false, why, reason, null);
    }

    private static ThreadDecision platform(String target, String reason) {
        return new ThreadDecision(target, false, reason, null, null);
    }
}
