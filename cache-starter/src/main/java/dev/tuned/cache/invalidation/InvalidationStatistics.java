/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a channel has done since the start. Counts only grow; a number that a channel does not keep is 0.
 *
 * @param sent changes sent to the other processes, duplicates within a batch counted once
 * @param batchesSent documents they were written as
 * @param received changes that others sent
 * @param batchesReceived documents they were read from
 * @param waiting changes that are not sent yet
 * @param missing batches that were announced and could not be read yet
 * @param polls times the log was read
 * @param pollFailures times it did not answer
 * @param lost times that changes may have been missed and L1 was dropped, by {@linkplain InvalidationListener#lost reason}
 * @param sinceLastPoll time since the log last answered; {@code null} if it never did, or is not asked since there is
 *     nothing to be invalidated
 */
public record InvalidationStatistics(
        long sent,
        long batchesSent,
        long received,
        long batchesReceived,
        long waiting,
        long missing,
        long polls,
        long pollFailures,
        Map<String, Long> lost,
        @Nullable Duration sinceLastPoll) {

    /** A channel that counts nothing. */
    public static final InvalidationStatistics NONE =
            new InvalidationStatistics(0, 0, 0, 0, 0, 0, 0, 0, Map.of(), null);
}
