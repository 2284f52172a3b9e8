/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Map;

/**
 * What one region has done since the start; every number only grows, but for {@code size}.
 *
 * @param size entries in L1, those after their time included
 * @param hits reads that L1 answered in time
 * @param misses reads that L1 did not answer in time
 * @param puts entries put into L1
 * @param evictions entries that L1 dropped for want of room
 * @param l2Hits reads that L2 answered with a value
 * @param l2Misses reads that L2 answered without
 * @param l2Failures reads that L2 did not answer, or was not asked because the breaker was open
 * @param undecodable documents in L2 that were not JSON of the region's type
 * @param loads loaders called
 * @param loadFailures loaders that failed
 * @param joined reads that waited for another caller's load
 * @param refreshes entries reloaded ahead of the end of their TTL
 * @param parsesSkipped documents that had not changed and were not parsed again
 * @param stale reads answered after an entry's TTL, by reason
 * @param invalidated entries dropped because another process changed them
 */
public record RegionStatistics(
        long size,
        long hits,
        long misses,
        long puts,
        long evictions,
        long l2Hits,
        long l2Misses,
        long l2Failures,
        long undecodable,
        long loads,
        long loadFailures,
        long joined,
        long refreshes,
        long parsesSkipped,
        Map<StaleReason, Long> stale,
        long invalidated) {}
