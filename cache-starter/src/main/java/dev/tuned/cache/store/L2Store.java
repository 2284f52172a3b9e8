/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * The operations that the near cache needs from a key-value store. No method blocks or throws; each future completes
 * within the given time, exceptionally when the store did not answer, and possibly on a thread of the store's client.
 * Implementations are thread-safe.
 */
public interface L2Store {

    /** The CAS that no document has: the answer of a conditional write whose condition did not hold. */
    long NO_CAS = 0;

    /** An expiry that keeps a document for ever. */
    Duration NO_EXPIRY = Duration.ZERO;

    /** The document, or {@code null} where there is none. */
    CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout);

    /**
     * Writes a document whatever was there.
     *
     * @param expiry at least a second, or {@link #NO_EXPIRY}
     * @return the CAS of what was written
     */
    CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout);

    /**
     * Writes a document where there is none.
     *
     * @return the CAS of what was written, {@link #NO_CAS} if there was one
     */
    CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout);

    /**
     * Writes a document in place of one version of it.
     *
     * @param cas the version
     * @return the CAS of what was written, {@link #NO_CAS} if that version is gone
     */
    CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout);

    /**
     * Adds to a counter: a document whose content is a decimal number, which {@link #get} reads without a change.
     *
     * @param delta what to add, 0 to read
     * @param initial the value a counter gets that does not exist yet, without {@code delta}
     * @return its new value
     */
    CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout);

    /** What a failure of one of its operations says of the store. */
    default FailureKind kind(Throwable cause) {
        return FailureKind.of(cause);
    }

    /** A failure in one line for the log, with what to check where that is known. */
    default String summary(Throwable cause) {
        return Failures.summary(cause);
    }
}
