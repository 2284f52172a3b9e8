/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.plan.InvalidThreadsConfigurationException;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

/**
 * Settings of the application's task executor. Immutable.
 *
 * @param mode Kind of thread of the applicationTaskExecutor, used by @Async methods and asynchronous requests; when not set, as tuned.threads.mode says if that is platform or virtual, else as Spring Boot has it.
 * @param maxConcurrency Number of tasks that may run at once, 0 for no limit on virtual threads and for Spring Boot's pool size on platform threads.
 * @param queueCapacity Number of tasks, or of callers with on-saturation=block, that may wait while as many run as may; unlimited when not set.
 * @param onSaturation What to do with a task when as many run as may.
 */
@ConfigurationProperties("tuned.threads.async")
public record AsyncProperties(
        @Nullable TargetMode mode,
        @DefaultValue("0") int maxConcurrency,
        @Nullable Integer queueCapacity,
        @DefaultValue("queue") OnSaturation onSaturation) {

    static final String PREFIX = "tuned.threads.async.";

    /**
     * @throws InvalidThreadsConfigurationException if a number is negative
     */
    public AsyncProperties {
        BoundProperties.check(PREFIX, maxConcurrency, queueCapacity);
    }

    Bound bound() {
        return BoundProperties.of(this.maxConcurrency, this.queueCapacity, this.onSaturation);
    }
}
