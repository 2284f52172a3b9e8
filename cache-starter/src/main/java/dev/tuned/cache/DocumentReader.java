/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;

/** Reads documents of one region and makes values of them. Thread-safe. */
final class DocumentReader {

    private final L2Store store;
    private final ValueCodec codec;
    private final Duration timeout;
    private final RegionCounters counters;
    private final ValueLog log;

    DocumentReader(RegionSettings settings, L2Store store, ValueCodec codec, RegionCounters counters, ValueLog log) {
        this.store = store;
        this.codec = codec;
        this.timeout = settings.remote().hardTimeout();
        this.counters = counters;
        this.log = log;
    }

    /** Reads a document; the future never fails. */
    CompletableFuture<RemoteRead> read(String id, long at) {
        return store.get(id, timeout).handle((document, error) -> {
            if (error != null) {
                return RemoteRead.unavailable(id, at);
            }
            return (document != null) ? RemoteRead.found(document, id, at) : RemoteRead.absent(id, at);
        });
    }

    /** The value of what was read; {@code null} where there is none or it is not JSON of the region's type. */
    @Nullable
    Hit decode(RemoteRead read) {
        if (read.document() == null) {
            return null;
        }
        try {
            return new Hit(codec.decode(Compression.expand(read.document().content())), read.cas());
        } catch (RuntimeException | StackOverflowError | LinkageError ex) {
            counters.undecodable.increment();
            log.undecodable(ex);
            return null;
        }
    }
}
