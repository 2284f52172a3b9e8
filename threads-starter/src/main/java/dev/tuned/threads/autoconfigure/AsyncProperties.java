/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.autoconfigure.ThreadsProperties.TargetMode;

/**
 * Settings of the application's task executor. Immutable.
 *
 * @param mode Kind of thread of the applicationTaskExecutor, used by @Async methods and asynchronous requests.
 * @param maxConcurrency Number of tasks that may run at once on virtual threads, 0 for no bound.
 * @param queueCapacity Number of tasks that may wait while as many run as may; unlimited when not set.
 * @param onSaturation What to do with a task when as many run as may.
 */
public record AsyncProperties(
        @DefaultValue("inherit") TargetMode mode,
        @DefaultValue("0") int maxConcurrency,
        @Nullable Integer queueCapacity,
        @DefaultValue("queue") OnSaturation onSaturation) {}
