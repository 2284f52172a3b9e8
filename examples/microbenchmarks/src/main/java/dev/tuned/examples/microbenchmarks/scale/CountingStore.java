/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.scale;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/** Counts what goes through to another store. */
final class CountingStore implements L2Store {

    final LongAdder operations = new LongAdder();
    final LongAdder onCounters = new LongAdder();
    final LongAdder bytes = new LongAdder();
    private final L2Store store;
    private final String counter;

    CountingStore(L2Store store, String counter) {
        this.store = store;
        this.counter = counter;
    }

    @Override
    public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
        return counted(id, store.get(id, timeout)).whenComplete((document, error) -> {
            if (document != null) {
                bytes.add(document.content().length);
            }
        });
    }

    @Override
    public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
        bytes.add(content.length);
        return counted(id, store.put(id, content, expiry, timeout));
    }

    @Override
    public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
        bytes.add(content.length);
        return counted(id, store.insert(id, content, expiry, timeout));
    }

    @Override
    public CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout) {
        bytes.add(content.length);
        return counted(id, store.replace(id, content, expiry, cas, timeout));
    }

    @Override
    public CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout) {
        bytes.add((long) Cluster.COUNTER_BYTES);
        return counted(id, store.add(id, delta, initial, timeout));
    }

    private <T extends @Nullable Object> CompletableFuture<T> counted(String id, CompletableFuture<T> result) {
        operations.increment();
        if (id.equals(counter)) {
            onCounters.increment();
        }
        return result;
    }
}
