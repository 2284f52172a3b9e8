/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheWriter;

/**
 * A cache with a memory in front of it.
 *
 * @param manager the name of the cache manager's bean
 * @param name the cache's name
 * @param writer the writer behind
 * @param locking whether it waits for a lock before it reads
 * @param statistics where it counts
 * @param afterCommit whether Spring itself calls put, evict and clear after the end of a transaction
 * @param prefix what its keys begin with now; null if they have nothing that tells them from others
 * @param ttl how long an entry is served from memory at most
 * @param hits reads that memory answered
 * @param farHits reads that Redis answered with a value
 * @param misses reads for which neither had a value, or Redis had no answer
 */
public record NearCache(
        String manager,
        String name,
        RedisCacheWriter writer,
        boolean locking,
        CacheStatisticsCollector statistics,
        boolean afterCommit,
        Supplier<@Nullable String> prefix,
        Duration ttl,
        LongAdder hits,
        LongAdder farHits,
        LongAdder misses) {

    /** For how long an entry may be kept whose rest in Redis is known; null or not positive: it does not expire. */
    long nanos(@Nullable Duration rest) {
        return (rest == null || rest.isZero() || rest.isNegative() || rest.compareTo(ttl) > 0)
                ? ttl.toNanos()
                : rest.toNanos();
    }

    void found(byte @Nullable [] value) {
        ((value != null) ? farHits : misses).increment();
    }

    /** Counts a read of Redis as the writer does. */
    void count(byte @Nullable [] value) {
        statistics.incGets(name);
        if (value != null) {
            statistics.incHits(name);
        } else {
            statistics.incMisses(name);
        }
    }
}
