/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.atomic.LongAdder;

import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.stats.CacheStats;
import com.github.benmanes.caffeine.cache.stats.StatsCounter;

/**
 * What L1 counts, in the form in which Caffeine and its meters show it. Caffeine counts the evictions; hits and misses
 * are {@link LocalTier}'s, for Caffeine takes every entry that is there for a hit, whether or not its time is over.
 * Thread-safe.
 */
final class LocalStatistics implements StatsCounter {

    final LongAdder hits = new LongAdder();
    final LongAdder misses = new LongAdder();
    final LongAdder puts = new LongAdder();
    private final LongAdder evictions = new LongAdder();

    @Override
    public void recordHits(int count) {
        // Not known yet whether it is one.
    }

    @Override
    public void recordMisses(int count) {
        // As above.
    }

    @Override
    public void recordLoadSuccess(long loadTime) {
        // Caffeine loads nothing here.
    }

    @Override
    public void recordLoadFailure(long loadTime) {
        // As above.
    }

    @Override
    public void recordEviction(int weight, RemovalCause cause) {
        evictions.increment();
    }

    /** Puts stand in the place of loads: Micrometer's {@code cache.puts} reads them there. */
    @Override
    public CacheStats snapshot() {
        return CacheStats.of(hits.sum(), misses.sum(), puts.sum(), 0, 0, evictions.sum(), evictions.sum());
    }
}
