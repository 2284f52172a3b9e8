/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.core.retry.FailFastRetryStrategy;
import com.couchbase.client.java.AsyncCollection;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.kv.CounterResult;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.IncrementOptions;
import com.couchbase.client.java.kv.RemoveOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import org.jspecify.annotations.Nullable;

/** {@link RemoteStore} on one Couchbase collection. Fails fast: nothing is retried while a caller waits, but the count. */
final class CouchbaseStore implements RemoteStore {

    private final AsyncCollection collection;

    CouchbaseStore(CouchbaseLocation location) {
        this.collection = location.cluster()
                .async()
                .bucket(location.bucket())
                .scope(location.scope())
                .collection(location.collection());
    }

    @Override
    public CompletableFuture<byte @Nullable []> get(String id, Duration timeout) {
        GetOptions options = GetOptions.getOptions()
                .timeout(timeout)
                .retryStrategy(FailFastRetryStrategy.INSTANCE)
                .transcoder(RawJsonTranscoder.INSTANCE);
        return absentAs(
                null, attempt(() -> collection.get(id, options).thenApply(result -> result.contentAs(byte[].class))));
    }

    @Override
    public CompletableFuture<?> put(String id, byte[] content, Duration expiry, Duration timeout) {
        UpsertOptions options = UpsertOptions.upsertOptions()
                .expiry(expiry)
                .timeout(timeout)
                .retryStrategy(FailFastRetryStrategy.INSTANCE)
                .transcoder(RawJsonTranscoder.INSTANCE);
        return attempt(() -> collection.upsert(id, content, options));
    }

    @Override
    public CompletableFuture<Boolean> remove(String id, Duration timeout) {
        RemoveOptions options =
                RemoveOptions.removeOptions().timeout(timeout).retryStrategy(FailFastRetryStrategy.INSTANCE);
        return absentAs(false, attempt(() -> collection.remove(id, options).thenApply(result -> true)));
    }

    @Override
    public CompletableFuture<Long> add(String id, long delta, Duration timeout) {
        IncrementOptions options =
                IncrementOptions.incrementOptions().delta(delta).initial(delta).timeout(timeout);
        return attempt(() -> collection.binary().increment(id, options).thenApply(CounterResult::content));
    }

    /** The SDK throws instead of failing the future, among others while it is still learning about the nodes. */
    private static <T> CompletableFuture<T> attempt(Supplier<CompletableFuture<T>> operation) {
        try {
            return operation.get();
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private static <T extends @Nullable Object> CompletableFuture<T> absentAs(
            @Nullable T absent, CompletableFuture<T> future) {
        return future.exceptionally(error -> {
            Throwable cause = Failures.cause(error);
            if (cause instanceof DocumentNotFoundException) {
                return absent;
            }
            throw new CompletionException(cause);
        });
    }
}
