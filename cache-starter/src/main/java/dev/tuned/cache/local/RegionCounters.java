/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import dev.tuned.cache.StaleReason;

import static java.util.Objects.requireNonNull;

/** What one region has done since the start; every number only grows. Thread-safe. */
public final class RegionCounters {

    /** Reads that L1 answered with a fresh entry. */
    public final LongAdder hits = new LongAdder();

    /** Reads that L1 did not answer with a fresh entry. */
    public final LongAdder misses = new LongAdder();

    /** Entries put into L1. */
    public final LongAdder puts = new LongAdder();

    /** Entries that L1 dropped for want of room. */
    public final LongAdder evictions = new LongAdder();

    /** Reads that L2 answered with a value. */
    public final LongAdder l2Hits = new LongAdder();

    /** Reads that L2 answered without. */
    public final LongAdder l2Misses = new LongAdder();

    /** Reads that L2 did not answer, or was not asked because the breaker was open. */
    public final LongAdder l2Failures = new LongAdder();

    /** Documents in L2 that were not JSON of the region's type. */
    public final LongAdder undecodable = new LongAdder();

    /** Loaders called. */
    public final LongAdder loads = new LongAdder();

    /** Loaders that failed. */
    public final LongAdder loadFailures = new LongAdder();

    /** Reads that waited for another caller's load. */
    public final LongAdder joined = new LongAdder();

    /** Entries reloaded ahead of the end of their TTL. */
    public final LongAdder refreshes = new LongAdder();

    /** Documents that had not changed and were not parsed again. */
    public final LongAdder parsesSkipped = new LongAdder();

    /** Entries dropped because another process changed them. */
    public final LongAdder invalidated = new LongAdder();

    private final Map<StaleReason, LongAdder> stale = new EnumMap<>(StaleReason.class);

    public RegionCounters() {
        for (StaleReason reason : StaleReason.values()) {
            stale.put(reason, new LongAdder());
        }
    }

    /** Reads answered after an entry's TTL. */
    public LongAdder stale(StaleReason reason) {
        return requireNonNull(stale.get(reason));
    }
}
