/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

import dev.tuned.threads.Bound;

/**
 * What one executor is to be.
 *
 * @param name its bean name
 * @param named whether the application has named it, rather than Boot
 * @param decision kind of thread
 * @param threadNamePrefix first part of the threads' names; null for Boot's
 * @param awaitTermination longest wait at the end; null for Boot's
 */
record ExecutorPlan(
        String name,
        boolean named,
        Decision decision,
        Bound bound,
        Propagation propagation,
        @Nullable String threadNamePrefix,
        @Nullable Duration awaitTermination) {

    /** For Boot's executor and all that the application names, by name. */
    static Map<String, ExecutorPlan> of(ThreadPlan plan, ThreadsProperties properties, Environment environment) {
        Map<String, ExecutorPlan> executors = new LinkedHashMap<>();
        executors.put(TaskThreadsPostProcessor.EXECUTOR, ofBoot(plan, properties, environment));
        properties.executors().forEach((name, executor) -> {
            Boolean context = executor.propagateContext();
            Propagation propagation = new Propagation(
                    (context != null) ? context : properties.propagateContext(), properties.propagateMdc());
            String prefix = executor.threadNamePrefix();
            ExecutorPlan named = new ExecutorPlan(
                    name,
                    true,
                    plan.executor(name),
                    executor.bound(),
                    propagation,
                    (prefix != null) ? prefix : name + "-",
                    executor.awaitTermination());
            if (executors.put(name, named) != null) {
                throw nameInUse(name, "Spring Boot's own executor, which tuned.threads.async configures");
            }
        });
        return executors;
    }

    private static ExecutorPlan ofBoot(ThreadPlan plan, ThreadsProperties properties, Environment environment) {
        return new ExecutorPlan(
                TaskThreadsPostProcessor.EXECUTOR,
                false,
                plan.async(),
                properties.async().bound(),
                Propagation.ofBootsExecutor(properties, environment),
                null,
                null);
    }

    static InvalidThreadsConfigurationException nameInUse(String name, String owner) {
        return new InvalidThreadsConfigurationException(
                "tuned.threads.executors",
                name,
                "is the name of " + owner,
                "Give the executor a name that no other bean has, or remove the other bean.");
    }
}
