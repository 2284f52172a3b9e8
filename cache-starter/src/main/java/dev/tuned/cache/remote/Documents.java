/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.store.FailureKind;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.L2Store;

/** The documents of one region: what is in them, and how they are read and written. Thread-safe. */
final class Documents {

    /** Couchbase's limit. More is not even sent: a server may answer it by closing the connection. */
    static final int LARGEST = 20 * 1024 * 1024;

    private static final Duration SHORTEST_EXPIRY = Duration.ofSeconds(1);

    private final RegionSettings settings;
    private final L2Store store;
    private final ValueCodec codec;
    private final Duration timeout;
    private final RegionWarnings log;

    /**
     * A value ready to be written.
     *
     * @param value the value
     * @param content the document
     * @param expiry its expiry
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Draft(@Nullable Object value, byte[] content, Duration expiry) {}

    Documents(RegionSettings settings, L2Store store, ValueCodec codec, RegionWarnings log) {
        this.settings = settings;
        this.store = store;
        this.codec = codec;
        this.timeout = settings.l2().hardTimeout();
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

    /** The document for a value, or {@code null} if the value cannot be in L2, for a reason that has been logged. */
    @Nullable
    Draft draft(@Nullable Object value) {
        Duration expiry = (value != null) ? settings.l2().ttl() : settings.negativeTtl();
        if (expiry.compareTo(SHORTEST_EXPIRY) < 0) {
            return null;
        }
        try {
            byte[] content = codec.encode(value);
            if (content.length > LARGEST) {
                log.tooLarge(content.length);
                return null;
            }
            return new Draft(value, content, expiry);
        } catch (RuntimeException | StackOverflowError | LinkageError ex) {
            log.unstorable(ex);
            return null;
        }
    }

    /** Whether a value comes back from its document as it is; if not, that has been logged. */
    boolean comesBack(Draft draft) {
        double share = settings.l2().verifiedShare();
        if (share < 1 && ThreadLocalRandom.current().nextDouble() >= share) {
            return true;
        }
        try {
            codec.verify(draft.value(), draft.content());
            return true;
        } catch (RuntimeException | StackOverflowError | LinkageError ex) {
            log.unstorable(ex);
            return false;
        }
    }

    /** Writes over what was read, if it still stands there. */
    CompletableFuture<Long> write(String id, Draft draft, long basis) {
        return (basis != L2Store.NO_CAS)
                ? store.replace(id, draft.content(), draft.expiry(), basis, timeout)
                : store.insert(id, draft.content(), draft.expiry(), timeout);
    }

    /** Writes whatever was there. */
    CompletableFuture<Long> put(String id, Draft draft) {
        return store.put(id, draft.content(), draft.expiry(), timeout);
    }

    /** Leaves a tombstone, whatever was there. */
    CompletableFuture<Long> writeTombstone(String id) {
        return store.put(id, Tombstone.content(), Tombstone.EXPIRY, timeout);
    }

    /** Whether a write failed for the size of its value, which is logged. */
    boolean isTooLarge(Throwable error, Draft draft) {
        boolean tooLarge = store.kind(Failures.cause(error)) == FailureKind.TOO_LARGE;
        if (tooLarge) {
            log.tooLarge(draft.content().length);
        }
        return tooLarge;
    }
}
