/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/** A store whose operations take effect on other threads, now or a little later. */
final class RacingStore implements L2Store {

    private final FakeStore store = new FakeStore();
    private final Set<CompletableFuture<?>> running = ConcurrentHashMap.newKeySet();
    private final Executor executor;

    RacingStore(Executor executor) {
        this.executor = executor;
    }

    /** Waits until nothing is on its way. */
    void settle() throws Exception {
        while (!running.isEmpty()) {
            CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
            Thread.yield();
        }
    }

    /** Lets other threads go first, or not. */
    static void dawdle() {
        for (int i = ThreadLocalRandom.current().nextInt(4); i > 0; i--) {
            Thread.yield();
        }
    }

    private <T extends @Nullable Object> CompletableFuture<T> later(Supplier<CompletableFuture<T>> operation) {
        CompletableFuture<T> result = new CompletableFuture<>();
        running.add(result);
        executor.execute(() -> {
            dawdle();
            T answer = operation.get().join();
            dawdle();
            result.complete(answer);
            running.remove(result);
        });
        return result;
    }

    @Override
    public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
        return later(() -> store.get(id, timeout));
    }

    @Override
    public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
        return later(() -> store.put(id, content, expiry, timeout));
    }

    @Override
    public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
        return later(() -> store.insert(id, content, expiry, timeout));
    }

    @Override
    public CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout) {
        return later(() -> store.replace(id, content, expiry, cas, timeout));
    }

    @Override
    public CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout) {
        return later(() -> store.add(id, delta, initial, timeout));
    }
}
