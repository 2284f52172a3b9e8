/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import com.github.benmanes.caffeine.cache.Cache;

/** Counts what a region does. Thread-safe. */
final class RegionCounters {

    final LongAdder l2Hits = new LongAdder();
    final LongAdder l2Misses = new LongAdder();
    final LongAdder l2Failures = new LongAdder();
    final LongAdder undecodable = new LongAdder();
    final LongAdder loads = new LongAdder();
    final LongAdder loadFailures = new LongAdder();
    final LongAdder joined = new LongAdder();
    final LongAdder refreshes = new LongAdder();
    final LongAdder parsesSkipped = new LongAdder();
    final LongAdder invalidated = new LongAdder();
    private final Map<StaleReason, LongAdder> stale = new EnumMap<>(StaleReason.class);

    RegionCounters() {
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

    RegionStatistics snapshot(Cache<?, ?> local) {
        Map<StaleReason, Long> staleCounts = new EnumMap<>(StaleReason.class);
        stale.forEach((reason, count) -> staleCounts.put(reason, count.sum()));
        return new RegionStatistics(
                local.estimatedSize(),
                local.stats().hitCount(),
                local.stats().missCount(),
                local.stats().evictionCount(),
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
