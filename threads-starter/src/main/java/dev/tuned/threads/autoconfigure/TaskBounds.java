/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;

/** Bounds of executors, from properties. */
final class TaskBounds {

    private TaskBounds() {}

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
                    "Write how many tasks may run at once, such as 20, or 0 for no bound.");
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
