/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.store.L2Store;

/**
 * L2 of one region. No method blocks or throws and no future fails: what L2 cannot do is {@link Outcome#UNAVAILABLE},
 * {@code NO_CAS} or {@code false}. Futures may complete on a thread of the store's client. Thread-safe.
 */
public interface RemoteLevel {

    /** Opens the connection ahead of the first read. */
    default void start() {}

    /** Keys of which L2 has not confirmed a change yet. */
    default int unconfirmed() {
        return 0;
    }

    /** Looks for the document under a key. */
    CompletableFuture<RemoteRead> read(Object key);

    /** The value of what was read, or {@code null}; a document that is not JSON of the region's type is a miss. */
    @Nullable
    VersionedValue decode(RemoteRead read);

    /**
     * Keeps a loaded value, if nobody has written or removed the key since the read before the load.
     *
     * @param basis the read before the load
     * @return the CAS of the document, {@code NO_CAS} if the value is not in L2
     */
    default CompletableFuture<Long> keep(Object key, @Nullable Object value, RemoteRead basis) {
        return CompletableFuture.completedFuture(L2Store.NO_CAS);
    }

    /**
     * Writes a value whatever was there; one that cannot be kept in L2 at least removes the previous one.
     *
     * @return the CAS of the document, {@code NO_CAS} if the value is not in L2
     */
    default CompletableFuture<Long> replace(Object key, @Nullable Object value) {
        return CompletableFuture.completedFuture(L2Store.NO_CAS);
    }

    /**
     * Writes a value unless L2 has one.
     *
     * @return the value that L2 has or {@code null}; also {@code null} if L2 does not answer
     */
    CompletableFuture<@Nullable VersionedValue> putIfAbsent(Object key, @Nullable Object value);

    /** Removes a key; the future says whether L2 is known to be without it. */
    default CompletableFuture<Boolean> remove(Object key) {
        return CompletableFuture.completedFuture(true);
    }

    /** Removes every key; the future says whether L2 is known to be without them. */
    default CompletableFuture<Boolean> clear() {
        return CompletableFuture.completedFuture(true);
    }

    /** Another process cleared the region: nothing of before is read from now on. */
    default void clearedElsewhere() {}
}
