/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import com.couchbase.client.core.error.CasMismatchException;
import com.couchbase.client.core.error.DocumentExistsException;
import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.core.retry.BestEffortRetryStrategy;
import com.couchbase.client.java.AsyncCollection;
import com.couchbase.client.java.CommonOptions;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.kv.CommonDurabilityOptions;
import com.couchbase.client.java.kv.CounterResult;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.IncrementOptions;
import com.couchbase.client.java.kv.InsertOptions;
import com.couchbase.client.java.kv.MutationResult;
import com.couchbase.client.java.kv.ReplaceOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

import static dev.tuned.cache.store.NonBlockingThreads.marking;

/**
 * {@link L2Store} on one Couchbase collection. Fails fast: nothing is retried while a caller waits, but the count.
 *
 * <p>With durability a write takes at least {@value #DURABLE_MILLIS} ms before it is given up: the server goes on for
 * 1,500 ms at least, nine tenths of the timeout that the SDK gets.
 */
public final class CouchbaseStore implements L2Store {

    static final int DURABLE_MILLIS = 1700;

    private static final Duration DURABLE = Duration.ofMillis(DURABLE_MILLIS);

    private final SingletonSupplier<AsyncCollection> collection;
    private final DurabilityLevel durability;

    /**
     * Creates a store that opens nothing before its first operation.
     *
     * @param collection opens the bucket without waiting for it, so that an application serves with Couchbase down; called once
     * @param durability when a write counts as done
     */
    public CouchbaseStore(Supplier<AsyncCollection> collection, DurabilityLevel durability) {
        this.durability = durability;
        this.collection = SingletonSupplier.of(collection);
    }

    @Override
    public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
        GetOptions options = failFast(GetOptions.getOptions(), timeout).transcoder(RawJsonTranscoder.INSTANCE);
        return Failures.attempt(() -> marking(collection.obtain().get(id, options))
                .<@Nullable StoredDocument>thenApply(
                        result -> new StoredDocument(result.contentAs(byte[].class), result.cas()))
                .exceptionally(error -> unless(DocumentNotFoundException.class, error, null)));
    }

    @Override
    public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
        UpsertOptions options =
                write(UpsertOptions.upsertOptions(), timeout).expiry(expiry).transcoder(RawJsonTranscoder.INSTANCE);
        return Failures.attempt(
                () -> marking(collection.obtain().upsert(id, content, options)).thenApply(MutationResult::cas));
    }

    @Override
    public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
        InsertOptions options =
                write(InsertOptions.insertOptions(), timeout).expiry(expiry).transcoder(RawJsonTranscoder.INSTANCE);
        return Failures.attempt(() -> marking(collection.obtain().insert(id, content, options))
                .thenApply(MutationResult::cas)
                .exceptionally(error -> unless(DocumentExistsException.class, error, NO_CAS)));
    }

    @Override
    public CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout) {
        ReplaceOptions options = write(ReplaceOptions.replaceOptions(), timeout)
                .expiry(expiry)
                .cas(cas)
                .transcoder(RawJsonTranscoder.INSTANCE);
        return Failures.attempt(() -> marking(collection.obtain().replace(id, content, options))
                .thenApply(MutationResult::cas)
                .exceptionally(error -> unless(CasMismatchException.class, error, NO_CAS))
                .exceptionally(error -> unless(DocumentNotFoundException.class, error, NO_CAS)));
    }

    @Override
    public CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout) {
        IncrementOptions plain = IncrementOptions.incrementOptions();
        // Adding nothing is a read, which has nothing to be durable.
        IncrementOptions options = ((delta == 0) ? failFast(plain, timeout) : write(plain, timeout))
                .delta(delta)
                .initial(initial + delta)
                .retryStrategy(BestEffortRetryStrategy.INSTANCE);
        return Failures.attempt(() ->
                marking(collection.obtain().binary().increment(id, options)).thenApply(CounterResult::content));
    }

    @Override
    public FailureKind kind(Throwable cause) {
        return CouchbaseFailures.kind(cause);
    }

    @Override
    public String summary(Throwable cause) {
        return CouchbaseFailures.summary(cause);
    }

    private static <T extends CommonOptions<T>> T failFast(T options, Duration timeout) {
        return options.timeout(timeout).retryStrategy(FailFast.INSTANCE);
    }

    private <T extends CommonDurabilityOptions<T>> T write(T options, Duration timeout) {
        boolean longer = durability != DurabilityLevel.NONE && timeout.compareTo(DURABLE) < 0;
        return failFast(options, longer ? DURABLE : timeout).durability(durability);
    }

    private static <T> @Nullable T unless(Class<? extends Throwable> type, Throwable error, @Nullable T answer) {
        Throwable cause = Failures.cause(error);
        if (type.isInstance(cause)) {
            return answer;
        }
        throw new CompletionException(cause);
    }
}
