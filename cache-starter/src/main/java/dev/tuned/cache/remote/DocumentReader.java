/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.store.L2Store;

/** Reads documents of one region and makes values of them. Thread-safe. */
final class DocumentReader {

    private final L2Store store;
    private final ValueCodec codec;
    private final Duration timeout;
    private final RegionWarnings log;

    DocumentReader(RegionSettings settings, L2Store store, ValueCodec codec, RegionWarnings log) {
        this.store = store;
        this.codec = codec;
        this.timeout = settings.remote().hardTimeout();
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
    VersionedValue decode(RemoteRead read) {
        if (read.document() == null) {
            return null;
        }
        try {
            return new VersionedValue(codec.decode(read.document().content()), read.cas());
        } catch (RuntimeException | StackOverflowError | LinkageError ex) {
            log.undecodable(ex);
            return null;
        }
    }
}
