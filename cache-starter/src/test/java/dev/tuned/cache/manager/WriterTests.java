/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.remote.KeyCodec;
import dev.tuned.cache.remote.LookupResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Writes and removals, and what other processes tell of theirs. */
class WriterTests {

    private static final Product PRODUCT = new Product("1", 1);
    private static final Product OTHER = new Product("1", 2);

    private final TestRegion.Store store = new TestRegion.Store();
    private final TestRegion node = new TestRegion(store, Settings.plain());
    private final RegionUnderTest region = node.region;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
        node.close();
    }

    @Test
    void ofTwoWritesAtOnceL1ServesTheOneThatL2Has() throws Exception {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.putGate = gate;
        Future<?> first = threads.submit(() -> region.put("1", PRODUCT));
        await().until(() -> store.puts.get() == 1);
        Future<?> second = threads.submit(() -> region.put("1", OTHER));
        await().until(() -> store.puts.get() == 2);
        gate.complete(null);
        first.get();
        second.get();
        Object served = region.find("1").value();
        region.invalidated("1");
        assertThat(region.find("1").value()).isEqualTo(served);
    }

    @Test
    void changesAreToldWhenL2HasThem() throws Exception {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.putGate = gate;
        Future<?> put = threads.submit(() -> region.put("1", PRODUCT));
        await().until(() -> store.puts.get() == 1);
        assertThat(node.published).isEmpty();
        gate.complete(null);
        put.get();
        region.evict("1");
        region.putIfAbsent("2", PRODUCT);
        region.putIfAbsent("2", PRODUCT);
        region.evict(new Object());
        region.clear();
        assertThat(node.published).containsExactly(told("1"), told("1"), told("2"), all(), all());
    }

    @Test
    void whatIsLoadedOrHeardOfIsNotTold() throws Exception {
        region.load("1", () -> PRODUCT);
        region.invalidated("1");
        region.invalidatedAll();
        assertThat(node.published).isEmpty();
    }

    private static Invalidation told(String key) {
        return new Invalidation("products", KeyCodec.encode(key));
    }

    private static Invalidation all() {
        return new Invalidation("products", null);
    }

    @Test
    void whatAnotherProcessChangedIsForgottenAndCounted() {
        region.put("1", PRODUCT);
        node.putElsewhere("1", OTHER);
        assertThat(region.find("1").value()).isSameAs(PRODUCT);
        region.invalidated("1");
        region.invalidated("2");
        assertThat(region.find("1").value()).isEqualTo(OTHER);
        assertThat(node.counters().invalidated.sum()).isEqualTo(1);
        region.invalidatedAll();
        assertThat(node.inL1("1")).isNull();
        assertThat(node.counters().invalidated.sum()).isEqualTo(2);
    }

    @Test
    void readThatBeganBeforeAMessageIsNotJoinedAfterIt() throws Exception {
        node.putElsewhere("1", PRODUCT);
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.getGate = gate;
        Future<LookupResult> before = threads.submit(() -> region.find("1"));
        await().until(() -> store.gets.get() == 1);
        store.getGate = CompletableFuture.completedFuture(null);
        node.putElsewhere("1", OTHER);
        region.invalidated("1");
        assertThat(region.find("1").value()).isEqualTo(OTHER);
        gate.complete(null);
        assertThat(before.get().value()).isEqualTo(PRODUCT);
        assertThat(region.find("1").value()).isEqualTo(OTHER);
    }

    @Test
    void oneOfManyPutsIfAbsent() throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<LookupResult>> puts = IntStream.range(0, 64)
                .mapToObj(i -> threads.submit(() -> {
                    start.await();
                    return region.putIfAbsent("1", new Product("1", i));
                }))
                .toList();
        start.countDown();
        int absent = 0;
        for (Future<LookupResult> put : puts) {
            absent += put.get().isFound() ? 0 : 1;
        }
        assertThat(absent).isEqualTo(1);
        Object winner = region.find("1").value();
        for (Future<LookupResult> put : puts) {
            assertThat(put.get().isFound() ? put.get().value() : winner).isEqualTo(winner);
        }
    }

    @Test
    void putIfAbsentSeesWhatL2HasAndDoesNotWaitForALoad() throws Exception {
        node.putElsewhere("1", OTHER);
        assertThat(region.putIfAbsent("1", PRODUCT)).isEqualTo(LookupResult.of(OTHER));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Future<?> load = threads.submit(() -> region.load("2", () -> {
            begun.countDown();
            gate.await();
            return OTHER;
        }));
        begun.await();
        assertThat(region.putIfAbsent("2", PRODUCT)).isSameAs(LookupResult.ABSENT);
        gate.countDown();
        assertThat(load.get()).isSameAs(OTHER);
        assertThat(region.find("2").value()).isSameAs(PRODUCT);
    }

    @Test
    void manyReadersOfAColdKeyMakeOneReadOfL2() throws Exception {
        node.putElsewhere("1", PRODUCT);
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.getGate = gate;
        List<Thread> readers = IntStream.range(0, 64)
                .mapToObj(i -> new Thread(() -> region.find("1")))
                .toList();
        readers.forEach(Thread::start);
        await().until(() -> readers.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        gate.complete(null);
        for (Thread reader : readers) {
            reader.join();
        }
        assertThat(store.gets).hasValue(1);
        assertThat(node.inL1("1")).isEqualTo(PRODUCT);
    }
}
