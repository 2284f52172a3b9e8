/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.autoconfigure.ThreadsProperties.TargetMode;

/**
 * Settings of an executor that the application names. Immutable.
 *
 * @param mode Kind of thread.
 * @param maxConcurrency Number of tasks that may run at once, 0 for no bound on virtual threads and for Spring Boot's pool size on platform threads.
 * @param queueCapacity Number of tasks that may wait while as many run as may; unlimited when not set.
 * @param onSaturation What to do with a task when as many run as may.
 * @param threadNamePrefix First part of the threads' names; the executor's name and a hyphen when not set.
 * @param propagateContext Whether tasks run with the context of their caller; as tuned.threads.propagate-context when not set.
 * @param awaitTermination Longest time that running tasks are awaited when the application stops; as long as the shutdown phase takes when not set.
 */
public record ExecutorProperties(
        @DefaultValue("inherit") TargetMode mode,
        @DefaultValue("0") int maxConcurrency,
        @Nullable Integer queueCapacity,
        @DefaultValue("queue") OnSaturation onSaturation,
        @Nullable String threadNamePrefix,
        @Nullable Boolean propagateContext,
        @Nullable Duration awaitTermination) {}
