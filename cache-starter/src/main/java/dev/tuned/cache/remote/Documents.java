/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.store.FailureKind;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.value.MemoryBudget;
import dev.tuned.cache.value.NotStorableException;
import dev.tuned.cache.value.OtherShapeException;
import dev.tuned.cache.value.TooLargeException;
import dev.tuned.cache.value.ValueCodec;

/** The documents of one region: what is in them, and how they are read and written. Thread-safe. */
final class Documents {

    private static final Duration MIN_EXPIRY = Duration.ofSeconds(1);

    private final RegionSettings settings;
    private final L2Store store;
    private final @Nullable ValueCodec codec;
    private final Duration timeout;
    private final MemoryBudget budget;
    private final RegionWarnings log;

    /**
     * A value ready to be written. Its bytes are taken from the budget until {@link Documents#giveBack}.
     *
     * @param content the document
     * @param expiry its expiry
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Draft(byte[] content, Duration expiry) {}

    Documents(
            RegionSettings settings,
            L2Store store,
            @Nullable ValueCodec codec,
            MemoryBudget budget,
            RegionWarnings log) {
        this.settings = settings;
        this.store = store;
        this.codec = codec;
        this.timeout = settings.getL2().getHardTimeout();
        this.budget = budget;
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
        if (read.document() == null || codec == null) {
            return null;
        }
        try {
            return new VersionedValue(codec.decode(read.document().content()), read.cas());
        } catch (OtherShapeException ex) {
            log.otherShape();
            return null;
        } catch (Throwable ex) {
            log.undecodable(ex);
            return null;
        }
    }

    /** Whether values of the type can have documents; if not, that has been logged. */
    boolean areThere() {
        if (codec == null) {
            return false;
        }
        NotStorableException refusal = codec.refusal();
        if (refusal != null) {
            log.unstorable(refusal);
        }
        return refusal == null;
    }

    /** The document for a value, or {@code null} if the value cannot be in L2, for a reason that has been logged. */
    @Nullable
    Draft draft(@Nullable Object value) {
        Duration expiry = (value != null) ? settings.getL2().getTtl() : settings.getNegativeTtl();
        if (codec == null || expiry.compareTo(MIN_EXPIRY) < 0) {
            return null;
        }
        try {
            return new Draft(codec.encode(value, budget), expiry);
        } catch (TooLargeException ex) {
            log.tooLarge();
            return null;
        } catch (Throwable ex) {
            log.unstorable(ex);
            return null;
        }
    }

    /** A draft has been written, or will not be. */
    void giveBack(Draft draft) {
        budget.giveBack(draft.content().length);
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
    boolean isTooLarge(Throwable error) {
        boolean tooLarge = store.kind(Failures.cause(error)) == FailureKind.TOO_LARGE;
        if (tooLarge) {
            log.tooLarge();
        }
        return tooLarge;
    }
}
