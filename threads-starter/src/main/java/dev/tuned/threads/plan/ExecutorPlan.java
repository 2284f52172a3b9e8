/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.tuned.threads.Bound;

/**
 * What one executor is to be: Boot's, or one that the application names.
 *
 * @param name its bean name
 * @param decision kind of thread
 * @param settings what the user has set
 * @param prefix what the names of its properties begin with, to be found in the environment
 * @param property one of its properties that is set, or the prefix
 */
public record ExecutorPlan(
        String name, ThreadDecision decision, ExecutorProperties settings, String prefix, String property) {

    /** Name of Boot's executor. */
    public static final String BOOTS = "applicationTaskExecutor";

    /** Whether the application has named it, rather than Boot. */
    public boolean named() {
        return !name.equals(BOOTS);
    }

    /** Its limit. */
    public Bound bound() {
        return settings.bound();
    }

    /** First part of the threads' names; null for Boot's. */
    public @Nullable String threadNamePrefix() {
        String prefix = settings.threadNamePrefix();
        return (prefix == null && named()) ? name + "-" : prefix;
    }

    /** Longest wait at the end; null for Boot's. */
    public @Nullable Duration awaitTermination() {
        return settings.awaitTermination();
    }

    /** To be thrown where its name cannot be that of a bean. */
    public InvalidConfigurationPropertyValueException invalidName(String reason) {
        return new InvalidConfigurationPropertyValueException(
                property,
                name,
                "The name '%s' of the executor %s. Give the executor another name.".formatted(name, reason));
    }
}
