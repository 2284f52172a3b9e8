/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationStyle;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

/**
 * Settings of an executor that the application names. Immutable.
 *
 * @param mode Kind of thread.
 * @param maxConcurrency Number of tasks that may run at once, 0 for no limit on virtual threads and for Spring Boot's pool size on platform threads.
 * @param queueCapacity Number of tasks, or of callers with on-saturation=block, that may wait while as many run as may; unlimited when not set.
 * @param onSaturation What to do with a task when as many run as may.
 * @param threadNamePrefix First part of the threads' names; the executor's name and a hyphen when not set.
 * @param awaitTermination Longest time that running and waiting tasks are awaited when the application stops; as long as the shutdown phase takes when not set.
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
     * @param name the executor's name
     * @throws InvalidThreadsConfigurationException if the name cannot be a bean's or a value is negative
     */
    void check(String name) {
        if (name.isBlank() || name.startsWith(BeanFactory.FACTORY_BEAN_PREFIX)) {
            throw new InvalidThreadsConfigurationException(
                    "tuned.threads.executors",
                    name,
                    "cannot be the name of a bean",
                    "Give the executor a name that is not blank and does not begin with '&'.");
        }
        checkBound(ThreadPlan.property(name, ""));
        if (this.awaitTermination != null && this.awaitTermination.isNegative()) {
            throw new InvalidThreadsConfigurationException(
                    ThreadPlan.property(name, "await-termination"),
                    DurationStyle.SIMPLE.print(this.awaitTermination),
                    "is negative",
                    "Write a time such as 30s, or nothing for as long as the shutdown phase takes.");
        }
    }

    /**
     * @param prefix what the names of the properties begin with
     * @throws InvalidThreadsConfigurationException if a number is negative
     */
    void checkBound(String prefix) {
        if (this.maxConcurrency < 0) {
            throw new InvalidThreadsConfigurationException(
                    prefix + "max-concurrency",
                    String.valueOf(this.maxConcurrency),
                    "is negative",
                    "Write how many tasks may run at once, such as 20, or 0 for no limit.");
        }
        if (this.queueCapacity != null && this.queueCapacity < 0) {
            throw new InvalidThreadsConfigurationException(
                    prefix + "queue-capacity",
                    String.valueOf(this.queueCapacity),
                    "is negative",
                    "Write how many tasks may wait, such as 100, or nothing for as many as there are.");
        }
    }

    /** Its limit. */
    public Bound bound() {
        int capacity = (this.queueCapacity != null) ? this.queueCapacity : Integer.MAX_VALUE;
        return new Bound(this.maxConcurrency, capacity, this.onSaturation);
    }
}
