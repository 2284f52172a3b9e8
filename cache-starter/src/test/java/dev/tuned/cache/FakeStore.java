/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import com.couchbase.client.core.error.ValueTooLargeException;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.FailureKind;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/** A store in memory that can fail, and can hold back its puts and inserts. */
public class FakeStore implements L2Store {

    public final Map<String, byte[]> documents = new ConcurrentHashMap<>();
    public final Map<String, Duration> expiries = new ConcurrentHashMap<>();
    public final Map<String, Long> counters = new ConcurrentHashMap<>();
    private final Map<Version, Long> versions = new ConcurrentHashMap<>();
    private final AtomicLong versionCount = new AtomicLong();
    public final AtomicInteger gets = new AtomicInteger();
    public final AtomicInteger adds = new AtomicInteger();
    /** How many of the next counts fail. */
    public final AtomicInteger failingAdds = new AtomicInteger();

    public volatile @Nullable RuntimeException failure;
    /** The largest document it takes, in bytes. */
    public volatile int largest = Integer.MAX_VALUE;

    /** Whether writes of documents fail, while everything else works. */
    public volatile boolean failWrites;

    public final AtomicInteger puts = new AtomicInteger();
    public volatile CompletableFuture<?> putGate = CompletableFuture.completedFuture(null);
    public volatile CompletableFuture<?> insertGate = CompletableFuture.completedFuture(null);

    @Override
    public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
        gets.incrementAndGet();
        return answer(() -> {
            Long count = counters.get(id);
            if (count != null) {
                return new StoredDocument(Long.toString(count).getBytes(StandardCharsets.US_ASCII), count + 1);
            }
            byte[] content = documents.get(id);
            return (content != null) ? new StoredDocument(content, cas(content)) : null;
        });
    }

    @Override
    public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
        boolean fails = failWrites;
        CompletableFuture<?> gate = fails ? CompletableFuture.completedFuture(null) : putGate;
        puts.incrementAndGet();
        return gate.thenCompose(open -> write(id, content, expiry, () -> true, fails));
    }

    @Override
    public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
        return insertGate.thenCompose(open -> write(id, content, expiry, () -> !documents.containsKey(id), failWrites));
    }

    @Override
    public CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout) {
        return write(id, content, expiry, () -> documents.containsKey(id) && cas(documents.get(id)) == cas, failWrites);
    }

    private CompletableFuture<Long> write(
            String id, byte[] content, Duration expiry, BooleanSupplier condition, boolean fails) {
        if (fails) {
            return CompletableFuture.failedFuture(new IllegalStateException("does not take writes"));
        }
        if (content.length > largest) {
            return CompletableFuture.failedFuture(new ValueTooLargeException(null));
        }
        return answer(() -> {
            synchronized (documents) {
                if (!condition.getAsBoolean()) {
                    return NO_CAS;
                }
                byte[] written = content.clone();
                expiries.put(id, expiry);
                documents.put(id, written);
                return cas(written);
            }
        });
    }

    /** Each write stores an array of its own, which is the version. */
    private long cas(byte[] content) {
        return versions.computeIfAbsent(new Version(content), version -> versionCount.incrementAndGet());
    }

    @Override
    public CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout) {
        adds.incrementAndGet();
        if (failingAdds.getAndDecrement() > 0) {
            return CompletableFuture.failedFuture(new IllegalStateException("still learning"));
        }
        return answer(() -> counters.compute(id, (key, value) -> ((value != null) ? value : initial) + delta));
    }

    @SuppressWarnings("ArrayRecordComponent") // compared by identity
    private record Version(byte[] content) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Version version && version.content == content;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(content);
        }
    }

    @Override
    public FailureKind kind(Throwable cause) {
        return (cause instanceof ValueTooLargeException) ? FailureKind.TOO_LARGE : FailureKind.of(cause);
    }

    private <T extends @Nullable Object> CompletableFuture<T> answer(Supplier<T> operation) {
        RuntimeException error = failure;
        return (error != null)
                ? CompletableFuture.failedFuture(error)
                : CompletableFuture.completedFuture(operation.get());
    }
}
