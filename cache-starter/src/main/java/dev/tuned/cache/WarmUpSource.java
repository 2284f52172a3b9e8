/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Names the keys that a region should hold soon after the start; a bean of this type is asked once, in the background,
 * when the application is ready. Values come from L2 where it has them, else from {@link #load}.
 */
public interface WarmUpSource {

    /** The name of the region. */
    String region();

    /**
     * The keys, the most wanted first: those beyond {@code tuned.cache.warm-up.maximum-keys} are not read.
     *
     * @return the keys; the stream is closed
     */
    Stream<?> keys();

    /**
     * Gives a value that L2 does not have. Without an own implementation such keys are left out.
     *
     * @param key one of {@link #keys}
     * @return the value, or {@code null} to leave the key out
     */
    default @Nullable Object load(Object key) {
        return null;
    }
}
