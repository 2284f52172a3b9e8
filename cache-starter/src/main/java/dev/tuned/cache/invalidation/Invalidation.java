/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import org.jspecify.annotations.Nullable;

/**
 * One change in one region of which other processes are notified.
 *
 * @param region the name of the region
 * @param key the changed key in the text form that is the same in every process, or {@code null} for the whole region
 */
public record Invalidation(String region, @Nullable String key) {

    /** Whether every key of the region is meant. */
    public boolean isClear() {
        return key == null;
    }
}
