/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.RedisCacheWriter;

/** A cache with a memory in front of it: its name, the writer behind, and what is counted. Thread-safe. */
public final class NearCache {

    private final String manager;
    private final String name;
    private final RedisCacheWriter writer;
    private final boolean afterCommit;
    private final Supplier<@Nullable String> prefix;
    private final long ttl;
    private final LongAdder hits = new LongAdder();
    private final LongAdder farHits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private volatile long hitsBefore;

    /**
     * Creates a near cache.
     *
     * @param manager the name of the cache manager's bean
     * @param writer the writer behind
     * @param afterCommit whether Spring itself calls put, evict and clear after the end of a transaction
     * @param prefix what its keys begin with now; null if they have nothing that tells them from others
     * @param ttl how long an entry is served from memory at most
     */
    public NearCache(
            String manager,
            String name,
            RedisCacheWriter writer,
            boolean afterCommit,
            Supplier<@Nullable String> prefix,
            Duration ttl) {
        this.manager = manager;
        this.name = name;
        this.writer = writer;
        this.afterCommit = afterCommit;
        this.prefix = prefix;
        this.ttl = ttl.toNanos();
    }

    /** The name of the cache manager's bean. */
    public String manager() {
        return manager;
    }

    /** The cache's name. */
    public String name() {
        return name;
    }

    RedisCacheWriter writer() {
        return writer;
    }

    /** Whether Spring itself calls {@code put}, {@code evict} and {@code clear} after the end of a transaction. */
    boolean isAfterCommit() {
        return afterCommit;
    }

    /** What its keys begin with now; null if they have nothing that tells them from others. */
    @Nullable
    String prefix() {
        return prefix.get();
    }

    /** For how long an entry may be kept whose rest in Redis is known; null or not positive: it does not expire. */
    long nanos(@Nullable Duration rest) {
        return (rest == null || rest.isZero() || rest.isNegative() || rest.compareTo(Duration.ofNanos(ttl)) >= 0)
                ? ttl
                : rest.toNanos();
    }

    LongAdder hitCounter() {
        return hits;
    }

    void found(boolean hit) {
        (hit ? farHits : misses).increment();
    }

    /** Reads that the memory answered. */
    public long hits() {
        return hits.sum();
    }

    /** Reads that Redis answered with a value. */
    public long farHits() {
        return farHits.sum();
    }

    /** Reads for which neither had a value, or Redis had no answer. */
    public long misses() {
        return misses.sum();
    }

    /** Reads that the memory answered since Spring's statistics were reset. */
    long hitsInStatistics() {
        return hits.sum() - hitsBefore;
    }

    void resetStatistics() {
        hitsBefore = hits.sum();
    }
}
