/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.plan.InvalidThreadsConfigurationException;

/** Bounds of executors, from properties. */
final class BoundProperties {

    private BoundProperties() {}

    /**
     * @param prefix what the names of the properties begin with
     * @throws InvalidThreadsConfigurationException if a number is negative
     */
    static void check(String prefix, int maxConcurrency, @Nullable Integer queueCapacity) {
        if (maxConcurrency < 0) {
            throw new InvalidThreadsConfigurationException(
                    prefix + "max-concurrency",
                    String.valueOf(maxConcurrency),
                    "is negative",
                    "Write how many tasks may run at once, such as 20, or 0 for no limit.");
        }
        if (queueCapacity != null && queueCapacity < 0) {
            throw new InvalidThreadsConfigurationException(
                    prefix + "queue-capacity",
                    String.valueOf(queueCapacity),
                    "is negative",
                    "Write how many tasks may wait, such as 100, or nothing for as many as there are.");
        }
    }

    static Bound of(int maxConcurrency, @Nullable Integer queueCapacity, OnSaturation onSaturation) {
        return new Bound(maxConcurrency, (queueCapacity != null) ? queueCapacity : Integer.MAX_VALUE, onSaturation);
    }
}
