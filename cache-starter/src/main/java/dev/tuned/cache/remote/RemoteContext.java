/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StaleReadLog;

/**
 * What the regions of a manager have in common in L2.
 *
 * @param store where the documents are
 * @param keyPrefix the first part of every document's key
 * @param ticker measures how long a load lasted
 * @param behind does what no caller waits for
 * @param scheduler repeats what did not get through
 * @param risks says that it did not
 * @param lateChanges is notified, with the region's name and the key's text form or {@code null} for all keys, of a change
 *     that L2 has only now: other processes may have read what was there before, after they were notified of the change
 */
public record RemoteContext(
        L2Store store,
        String keyPrefix,
        Ticker ticker,
        Executor behind,
        ScheduledExecutorService scheduler,
        StaleReadLog risks,
        BiConsumer<String, @Nullable String> lateChanges) {

    /** L2 of one region. */
    public RemoteLevel tier(RegionSettings settings, ValueCodec codec) {
        RegionWarnings log = new RegionWarnings(settings.name());
        DocumentReader reader = new DocumentReader(settings, store, codec, log);
        String pattern = settings.remote().documentId();
        return (pattern != null)
                ? new ApplicationDocuments(new ApplicationIds(pattern), reader, log, ticker)
                : new CacheDocuments(settings, this, reader, new DocumentWriter(settings, store, codec, log));
    }
}
