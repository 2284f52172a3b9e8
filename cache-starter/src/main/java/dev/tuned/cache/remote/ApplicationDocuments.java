/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.concurrent.CompletableFuture;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * L2 of a region whose documents are the application's own data ({@code l2.document-id}): they are read, and nothing is
 * ever written, removed or counted. Thread-safe.
 */
final class ApplicationDocuments implements RemoteLevel {

    private final ApplicationIds ids;
    private final DocumentReader reader;
    private final RegionWarnings log;
    private final Ticker ticker;

    ApplicationDocuments(ApplicationIds ids, DocumentReader reader, RegionWarnings log, Ticker ticker) {
        this.ids = ids;
        this.reader = reader;
        this.log = log;
        this.ticker = ticker;
    }

    @Override
    public CompletableFuture<RemoteRead> read(Object key) {
        long at = ticker.read();
        String id = ids.of(key);
        if (id == null) {
            log.withoutDocument(key);
            return CompletableFuture.completedFuture(RemoteRead.absent(null, at));
        }
        return reader.read(id, at);
    }

    @Override
    public @Nullable VersionedValue decode(RemoteRead read) {
        return reader.decode(read);
    }

    @Override
    public CompletableFuture<@Nullable VersionedValue> putIfAbsent(Object key, @Nullable Object value) {
        return read(key).thenApply(this::decode);
    }
}
