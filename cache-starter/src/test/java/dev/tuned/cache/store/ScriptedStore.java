/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/** A store of which every operation ends in the same way, and that counts them. */
final class ScriptedStore implements L2Store {

    final AtomicInteger operations = new AtomicInteger();
    volatile CompletableFuture<?> answer = CompletableFuture.completedFuture(null);

    @Nullable
    Error kindFails;

    void fails(Throwable error) {
        answer = CompletableFuture.failedFuture(error);
    }

    void answers(@Nullable Object value) {
        answer = CompletableFuture.completedFuture(value);
    }

    @SuppressWarnings("unchecked")
    private <T extends @Nullable Object> CompletableFuture<T> next() {
        operations.incrementAndGet();
        return (CompletableFuture<T>) answer;
    }

    @Override
    public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
        return next();
    }

    @Override
    public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
        return next();
    }

    @Override
    public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
        return next();
    }

    @Override
    public CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout) {
        return next();
    }

    @Override
    public CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout) {
        return next();
    }

    @Override
    public FailureKind kind(Throwable cause) {
        Error failure = kindFails;
        kindFails = null;
        if (failure != null) {
            throw failure;
        }
        return CouchbaseFailures.kind(cause);
    }

    @Override
    public String summary(Throwable cause) {
        return CouchbaseFailures.summary(cause);
    }
}
