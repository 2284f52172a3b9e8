/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** A store in memory that can fail, and can hold back its answers to puts and counts. */
class FakeStore implements RemoteStore {

    final Map<String, byte[]> documents = new ConcurrentHashMap<>();
    final Map<String, Duration> expiries = new ConcurrentHashMap<>();
    final Map<String, Long> counters = new ConcurrentHashMap<>();
    final AtomicInteger gets = new AtomicInteger();
    final AtomicInteger adds = new AtomicInteger();
    /** How many of the next counts fail. */
    final AtomicInteger failingAdds = new AtomicInteger();

    volatile @Nullable RuntimeException failure;
    volatile @Nullable RuntimeException putFailure;
    volatile CompletableFuture<?> putGate = CompletableFuture.completedFuture(null);

    @Override
    public CompletableFuture<byte @Nullable []> get(String id, Duration timeout) {
        gets.incrementAndGet();
        return answer(() -> documents.get(id));
    }

    @Override
    public CompletableFuture<?> put(String id, byte[] content, Duration expiry, Duration timeout) {
        RuntimeException error = putFailure;
        if (error != null) {
            return CompletableFuture.failedFuture(error);
        }
        return putGate.thenCompose(open -> answer(() -> {
            expiries.put(id, expiry);
            return documents.put(id, content);
        }));
    }

    @Override
    public CompletableFuture<Boolean> remove(String id, Duration timeout) {
        return answer(() -> documents.remove(id) != null);
    }

    @Override
    public CompletableFuture<Long> add(String id, long delta, Duration timeout) {
        adds.incrementAndGet();
        if (failingAdds.getAndDecrement() > 0) {
            return CompletableFuture.failedFuture(new IllegalStateException("still learning"));
        }
        return answer(() -> counters.merge(id, delta, Long::sum));
    }

    private <T extends @Nullable Object> CompletableFuture<T> answer(Supplier<T> operation) {
        RuntimeException error = failure;
        return (error != null)
                ? CompletableFuture.failedFuture(error)
                : CompletableFuture.completedFuture(operation.get());
    }
}
