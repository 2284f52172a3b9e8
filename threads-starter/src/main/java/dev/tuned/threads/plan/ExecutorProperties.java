/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

/**
 * Settings of an executor that the application names. Immutable.
 *
 * @param mode Kind of thread.
 * @param maxConcurrency Number of tasks that may run at once, 0 for no limit on virtual threads and for Spring Boot's
 *     pool size on platform threads.
 * @param queueCapacity Number of tasks, or of callers with on-saturation=block, that may wait while as many run as may;
 *     unlimited when not set.
 * @param onSaturation What to do with a task when as many run as may.
 * @param threadNamePrefix First part of the threads' names; the executor's name and a hyphen when not set.
 * @param awaitTermination Longest time that running and waiting tasks are awaited when the application stops; as long as
 *     the shutdown phase takes when not set.
 */
public record ExecutorProperties(
        @DefaultValue("inherit") TargetMode mode,
        @DefaultValue("0") Integer maxConcurrency,
        @Nullable Integer queueCapacity,
        @DefaultValue("queue") OnSaturation onSaturation,
        @Nullable String threadNamePrefix,
        @Nullable Duration awaitTermination) {

    /**
     * All defaults, for an executor of which only the name is written, as {@code reports:} in YAML.
     *
     * @param text nothing
     * @throws IllegalArgumentException if there is a text
     */
    public static ExecutorProperties valueOf(String text) {
        if (!text.isBlank()) {
            throw new IllegalArgumentException("write nothing, or settings below it such as max-concurrency");
        }
        return new ExecutorProperties(TargetMode.INHERIT, 0, null, OnSaturation.QUEUE, null, null);
    }

    /**
     * @param prefix of the properties
     * @throws InvalidConfigurationPropertyValueException if a value is negative
     */
    void check(String prefix) {
        UserProperties.check(
                maxConcurrency >= 0,
                prefix + "max-concurrency",
                maxConcurrency,
                "It is negative. Write how many tasks may run at once, such as 20, or 0 for no limit.");
        UserProperties.check(
                queueCapacity == null || queueCapacity >= 0,
                prefix + "queue-capacity",
                queueCapacity,
                "It is negative. Write how many tasks may wait, such as 100, or nothing for as many as there are.");
        UserProperties.check(
                awaitTermination == null || !awaitTermination.isNegative(),
                prefix + "await-termination",
                awaitTermination,
                "It is negative. Write a time such as 30s, or nothing for as long as the shutdown phase takes.");
    }

    /** Limit of the executor. */
    public Bound bound() {
        int capacity = (queueCapacity != null) ? queueCapacity : Integer.MAX_VALUE;
        return new Bound(maxConcurrency, capacity, onSaturation);
    }
}
