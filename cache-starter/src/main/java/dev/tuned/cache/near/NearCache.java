/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.far.FarCache;

/**
 * A cache with a memory in front of it.
 *
 * @param manager the name of the cache manager's bean
 * @param name the cache's name
 * @param far the cache behind
 * @param afterCommit whether Spring itself calls put, evict and clear after the end of a transaction
 * @param prefix what its keys begin with now; null if they have nothing that tells them from others
 * @param ttl how long an entry is served from memory at most
 * @param hits reads that memory answered
 * @param farHits reads that the store answered with a value
 * @param misses reads for which neither had a value, or the store had no answer
 */
public record NearCache(
        String manager,
        String name,
        FarCache far,
        boolean afterCommit,
        Supplier<@Nullable String> prefix,
        Duration ttl,
        LongAdder hits,
        LongAdder farHits,
        LongAdder misses) {

    /** A cache that nobody has read yet. */
    public static NearCache of(
            String manager,
            String name,
            FarCache far,
            boolean afterCommit,
            Supplier<@Nullable String> prefix,
            Duration ttl) {
        return new NearCache(
                manager, name, far, afterCommit, prefix, ttl, new LongAdder(), new LongAdder(), new LongAdder());
    }

    /** For how long an entry may be kept whose rest in the store is known; null or not positive: it does not expire. */
    long nanos(@Nullable Duration rest) {
        return (rest == null || rest.isZero() || rest.isNegative() || rest.compareTo(ttl) > 0)
                ? ttl.toNanos()
                : rest.toNanos();
    }

    /** Reads since the start. */
    public long reads() {
        return hits.sum() + farHits.sum() + misses.sum();
    }

    void found(byte @Nullable [] value) {
        ((value != null) ? farHits : misses).increment();
    }
}
