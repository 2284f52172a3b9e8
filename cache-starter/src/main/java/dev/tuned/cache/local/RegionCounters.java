/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import com.github.benmanes.caffeine.cache.Cache;

import dev.tuned.cache.RegionStatistics;
import dev.tuned.cache.StaleReason;

/** Counts what a region does. Thread-safe. */
public final class RegionCounters {

    final LongAdder hits = new LongAdder();
    final LongAdder misses = new LongAdder();
    final LongAdder puts = new LongAdder();
    final LongAdder evictions = new LongAdder();
    public final LongAdder l2Hits = new LongAdder();
    public final LongAdder l2Misses = new LongAdder();
    public final LongAdder l2Failures = new LongAdder();
    public final LongAdder undecodable = new LongAdder();
    public final LongAdder loads = new LongAdder();
    public final LongAdder loadFailures = new LongAdder();
    public final LongAdder joined = new LongAdder();
    public final LongAdder refreshes = new LongAdder();
    public final LongAdder parsesSkipped = new LongAdder();
    public final LongAdder invalidated = new LongAdder();
    private final Map<StaleReason, LongAdder> stale = new EnumMap<>(StaleReason.class);

    public RegionCounters() {
        for (StaleReason reason : StaleReason.values()) {
            stale.put(reason, new LongAdder());
        }
    }

    void stale(StaleReason reason) {
        LongAdder count = stale.get(reason);
        if (count != null) {
            count.increment();
        }
    }

    public RegionStatistics snapshot(Cache<?, ?> local) {
        Map<StaleReason, Long> staleCounts = new EnumMap<>(StaleReason.class);
        stale.forEach((reason, count) -> staleCounts.put(reason, count.sum()));
        return new RegionStatistics(
                local.estimatedSize(),
                hits.sum(),
                misses.sum(),
                puts.sum(),
                evictions.sum(),
                l2Hits.sum(),
                l2Misses.sum(),
                l2Failures.sum(),
                undecodable.sum(),
                loads.sum(),
                loadFailures.sum(),
                joined.sum(),
                refreshes.sum(),
                parsesSkipped.sum(),
                staleCounts,
                invalidated.sum());
    }
}
