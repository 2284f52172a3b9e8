/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.tuned.threads.Bound;

/**
 * Plan of one executor: Boot's, or one that the application names.
 *
 * @param name its bean name
 * @param decision kind of thread
 * @param settings of the user
 * @param prefix of its properties, such as {@code tuned.threads.executors.reports.}
 * @param property one of its properties that is set, by which a failure names its place in the environment; the prefix without its dot
 *     for Boot's executor
 */
public record ExecutorPlan(
        String name, ThreadDecision decision, ExecutorProperties settings, String prefix, String property) {

    /** Name of Boot's executor. */
    public static final String BOOTS = "applicationTaskExecutor";

    /** Whether the application has named it, rather than Boot. */
    public boolean named() {
        return !name.equals(BOOTS);
    }

    /** Limit of the executor. */
    public Bound bound() {
        return settings.bound();
    }

    /** First part of the threads' names; null for Boot's. */
    public @Nullable String threadNamePrefix() {
        String prefix = settings.threadNamePrefix();
        return (prefix == null && named()) ? name + "-" : prefix;
    }

    /** Failure of an executor whose name cannot be that of a bean. */
    public InvalidConfigurationPropertyValueException invalidName(String reason) {
        return new InvalidConfigurationPropertyValueException(
                property,
                name,
                "The name '%s' of the executor %s. Give the executor another name.".formatted(name, reason));
    }
}
