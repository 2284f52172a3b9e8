/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.Bound;
import dev.tuned.threads.plan.ExecutorProperties;
import dev.tuned.threads.plan.InvalidThreadsConfigurationException;
import dev.tuned.threads.plan.ThreadDecision;
import dev.tuned.threads.plan.ThreadPlan;

/**
 * What one executor is to be.
 *
 * @param name its bean name
 * @param named whether the application has named it, rather than Boot
 * @param decision kind of thread
 * @param threadNamePrefix first part of the threads' names; null for Boot's
 * @param awaitTermination longest wait at the end; null for Boot's
 */
public record ExecutorPlan(
        String name,
        boolean named,
        ThreadDecision decision,
        Bound bound,
        @Nullable String threadNamePrefix,
        @Nullable Duration awaitTermination) {

    /** Name of Boot's executor. */
    static final String EXECUTOR = "applicationTaskExecutor";

    /** For Boot's executor and all that the application names, by name. */
    static Map<String, ExecutorPlan> of(ThreadPlan plan) {
        Map<String, ExecutorPlan> executors = new LinkedHashMap<>();
        executors.put(
                EXECUTOR,
                new ExecutorPlan(
                        EXECUTOR,
                        false,
                        plan.async(),
                        plan.properties().getAsync().bound(),
                        null,
                        null));
        for (Map.Entry<String, ExecutorProperties> entry :
                plan.properties().getExecutors().entrySet()) {
            String name = entry.getKey();
            ExecutorProperties executor = entry.getValue();
            String prefix = executor.threadNamePrefix();
            ExecutorPlan named = new ExecutorPlan(
                    name,
                    true,
                    plan.executor(name),
                    executor.bound(),
                    (prefix != null) ? prefix : name + "-",
                    executor.awaitTermination());
            if (executors.put(name, named) != null) {
                throw nameInUse(name, "Spring Boot's own executor, which tuned.threads.async configures");
            }
        }
        return executors;
    }

    static InvalidThreadsConfigurationException nameInUse(String name, String owner) {
        return new InvalidThreadsConfigurationException(
                "tuned.threads.executors",
                name,
                "is the name of " + owner,
                "Give the executor a name that no other bean has, or remove the other bean.");
    }
}
