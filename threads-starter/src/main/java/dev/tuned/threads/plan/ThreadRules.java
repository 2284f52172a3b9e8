/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

/**
 * Rules that settle which kind of thread a target gets. Everything else only applies the result.
 *
 * @param bootFlag value of {@code spring.threads.virtual.enabled}, null when not set
 * @param mode value of {@code tuned.threads.mode}
 * @param java feature version of the running Java
 */
record ThreadRules(@Nullable Boolean bootFlag, Mode mode, int java) {

    static final String BOOT_FLAG = "spring.threads.virtual.enabled";

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
            return (this.bootFlag != null) ? byBootFlag(target, this.bootFlag) : platform(target, "default");
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
        return switch (inherits ? TargetMode.valueOf(this.mode.name()) : targetMode) {
            case PLATFORM -> platform(target, setting + "=platform");
            case VIRTUAL -> virtual(target, setting + "=virtual");
            default -> auto(target);
        };
    }

    /** Whether Spring Boot itself runs everything on virtual threads. */
    boolean bootIsVirtual() {
        return Boolean.TRUE.equals(this.bootFlag) && this.java >= MIN_JAVA_VIRTUAL;
    }

    private ThreadDecision auto(String target) {
        if (this.bootFlag != null) {
            return byBootFlag(target, this.bootFlag);
        }
        return (this.java >= MIN_JAVA_UNPINNED)
                ? virtual(target, "auto: Java " + this.java)
                : platform(target, "auto: Java %d, virtual from %d".formatted(this.java, MIN_JAVA_UNPINNED));
    }

    private ThreadDecision byBootFlag(String target, boolean flag) {
        return flag ? virtual(target, BOOT_FLAG + "=true") : platform(target, BOOT_FLAG + "=false");
    }

    private ThreadDecision virtual(String target, String reason) {
        if (this.java >= MIN_JAVA_VIRTUAL) {
            return new ThreadDecision(target, true, reason, null);
        }
        String why = "%s needs Java %d, this is Java %d".formatted(reason, MIN_JAVA_VIRTUAL, this.java);
        return new ThreadDecision(target, false, why, reason);
    }

    private static ThreadDecision platform(String target, String reason) {
        return new ThreadDecision(target, false, reason, null);
    }
}
