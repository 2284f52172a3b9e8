/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;

/**
 * What the regions of a manager have in common in L2.
 *
 * @param store where the documents are
 * @param keyPrefix the first part of every document's key
 * @param ticker tells how long a load lasted
 * @param scheduler repeats what did not get through
 * @param risks says that it did not
 * @param lateChanges hears, with the region's name and the key's text form or {@code null} for all keys, of a change
 *     that L2 has only now: other processes may have read what was there before, after they were told of the change
 * @param node names this process
 */
record RemoteParts(
        L2Store store,
        String keyPrefix,
        Ticker ticker,
        ScheduledExecutorService scheduler,
        StaleRiskLog risks,
        BiConsumer<String, @Nullable String> lateChanges,
        String node) {

    /** L2 of one region. */
    RemoteTier tier(RegionSettings settings, ValueCodec codec, RegionCounters counters) {
        ValueLog log = new ValueLog(settings.name());
        DocumentReader reader = new DocumentReader(settings, store, codec, counters, log);
        String pattern = settings.remote().documentId();
        return (pattern != null)
                ? new ApplicationDocuments(new ApplicationIds(pattern), reader, log, ticker)
                : new OwnDocuments(settings, this, reader, new DocumentWriter(settings, store, codec, log));
    }
}
