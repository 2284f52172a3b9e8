/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/** The documents of a log: the counter of batches and the batches. Nothing blocks or throws. Thread-safe. */
public final class LogStore {

    /** How long one operation may last. */
    static final Duration TIMEOUT = Duration.ofSeconds(1);

    private static final Duration MIN_EXPIRY = Duration.ofSeconds(1);

    private final L2Store store;
    private final LogTimer timer;
    private final String counterId;
    private final Duration expiry;

    LogStore(L2Store store, LogTimer timer, String keyPrefix, Duration retention) {
        this.store = store;
        this.timer = timer;
        this.counterId = keyPrefix + ":inv";
        this.expiry = (retention.compareTo(MIN_EXPIRY) < 0) ? MIN_EXPIRY : retention;
    }

    /** The number of the newest batch, or {@code null} where there is none. Does not change the document. */
    CompletableFuture<@Nullable Long> count() {
        return store.get(counterId, TIMEOUT).thenApply(this::count);
    }

    /**
     * Adds to the count: 1 for the number of the next batch, 0 to read it. One that is not there starts at the time, which is
     * ahead of every number from before, below a million batches a second: a flushed bucket shows as a jump.
     */
    CompletableFuture<Long> add(long delta) {
        return store.add(counterId, delta, timer.wallClockMicros(), TIMEOUT);
    }

    CompletableFuture<@Nullable StoredDocument> batch(long sequence) {
        return store.get(id(sequence), TIMEOUT);
    }

    /** Writes a batch; {@link L2Store#NO_CAS} if its number has one already. */
    CompletableFuture<Long> write(long sequence, byte[] content) {
        return store.insert(id(sequence), content, expiry, TIMEOUT);
    }

    private String id(long sequence) {
        return counterId + ':' + sequence;
    }

    private @Nullable Long count(@Nullable StoredDocument document) {
        if (document == null) {
            return null;
        }
        String digits = new String(document.content(), StandardCharsets.US_ASCII).trim();
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException ex) {
            throw new NoCounterException(counterId);
        }
    }

    /** The counter was written over. It is left alone: whose document that is cannot be known. */
    static final class NoCounterException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoCounterException(String id) {
            super("The document '" + id + "' is not the counter of changes that it should be", null, false, false);
        }
    }
}
