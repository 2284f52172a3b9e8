/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.Cache.ValueWrapper;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Product;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class RegionCacheTests {

    private static final Product PRODUCT = new Product("1", 1);
    private static final String DOCUMENT = "cache:products:g0:1";

    private static final byte[] TOMBSTONE = "\0removed".getBytes(StandardCharsets.US_ASCII);

    private final AtomicLong now = new AtomicLong();
    private final FakeStore store = new FakeStore();
    private final AtomicInteger loads = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private RegionCache cache = cache(settings(10_000, Duration.ofSeconds(5)));

    /** The region has been used: its clears are counted from here. */
    @BeforeEach
    void begin() {
        store.counters.put("cache:products:generation", 0L);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static RegionSettings settings(long size, Duration negativeTtl) {
        RegionSettings settings = Settings.withTimes(Settings.plain(), Duration.ZERO, negativeTtl);
        return Settings.with(settings, Settings.l1(size, Duration.ofSeconds(60), 0.0, 0.0));
    }

    private RegionCache cache(RegionSettings settings) {
        JsonMapper mapper = JsonMapper.builder().build();
        return ManagerBuilder.of(name -> settings, name -> mapper.constructType(Product.class), mapper)
                .store(Settings.monitored(store), "cache")
                .ticker(now::get)
                .build()
                .getCache("products");
    }

    private Product load() {
        loads.incrementAndGet();
        return PRODUCT;
    }

    @Test
    void entryIsServedUntilItsTime() {
        cache.put("1", PRODUCT);
        store.documents.clear();
        now.addAndGet(Duration.ofSeconds(60).toNanos() - 1);
        assertThat(cache.get("1", Product.class)).isSameAs(PRODUCT);
        now.incrementAndGet();
        assertThat(cache.get("1")).isNull();
    }

    @Test
    void nullIsServedForItsOwnTimeInBothLevels() {
        Product loaded = cache.get("1", () -> null);
        assertThat(loaded).isNull();
        assertThat(requireNonNull(cache.get("1")).get()).isNull();
        assertThat(store.expiries).containsEntry(DOCUMENT, Duration.ofSeconds(5));
        store.documents.clear();
        now.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(cache.get("1")).isNull();
    }

    @Test
    void nullBelowASecondStaysInL1AndZeroKeepsNone() {
        cache = cache(settings(10, Duration.ofMillis(500)));
        cache.get("1", () -> null);
        assertThat(cache.get("1")).isNotNull();
        cache = cache(settings(10, Duration.ZERO));
        cache.get("1", () -> null);
        assertThat(cache.get("1")).isNull();
        cache.put("1", PRODUCT);
        cache.put("1", null);
        assertThat(cache.get("1")).isNull();
        assertThat(store.documents.values()).containsExactly(TOMBSTONE);
    }

    @Test
    void undecodableDocumentIsACountedMissAndATombstoneIsNot() {
        store.documents.put(DOCUMENT, "[1]".getBytes(StandardCharsets.US_ASCII));
        assertThat(cache.get("1")).isNull();
        assertThat(cache.region().counters().undecodable.sum()).isEqualTo(1);
        cache.evict("1");
        assertThat(cache.get("1")).isNull();
        assertThat(cache.region().counters().undecodable.sum()).isEqualTo(1);
        assertThat(cache.region().counters().l2Misses.sum()).isEqualTo(2);
    }

    @Test
    void sizeIsHonoured() {
        cache = cache(settings(100, Duration.ZERO));
        for (int i = 0; i < 10_000; i++) {
            cache.put(i, PRODUCT);
        }
        cache.getNativeCache().cleanUp();
        assertThat(cache.getNativeCache().estimatedSize()).isLessThanOrEqualTo(100);
    }

    @Test
    void wrongTypeOfACachedValueIsTold() {
        cache.put("1", PRODUCT);
        assertThatIllegalStateException().isThrownBy(() -> cache.get("1", String.class));
    }

    @Test
    void manyThreadsOnAColdKeyMakeOneLoadAndOneRead() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        List<Future<Product>> readers = IntStream.range(0, 64)
                .mapToObj(i -> threads.submit(() -> requireNonNull(cache.get("1", () -> {
                    gate.await();
                    return load();
                }))))
                .toList();
        await().until(() -> loads.get() == 0 && store.gets.get() == 1);
        gate.countDown();
        for (Future<Product> reader : readers) {
            assertThat(reader.get()).isSameAs(PRODUCT);
        }
        assertThat(loads).hasValue(1);
        assertThat(store.gets).hasValue(1);
    }

    @Test
    void failureOfALoadReachesEveryWaiterAndIsNotKept() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        IllegalStateException failure = new IllegalStateException("no source");
        Callable<Product> failing = () -> {
            loads.incrementAndGet();
            gate.await();
            throw failure;
        };
        List<Future<Product>> readers = IntStream.range(0, 8)
                .mapToObj(i -> threads.submit(() -> requireNonNull(cache.get("1", failing))))
                .toList();
        await().until(() -> loads.get() == 1);
        gate.countDown();
        for (Future<Product> reader : readers) {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(reader::get)
                    .withCauseExactlyInstanceOf(ValueRetrievalException.class)
                    .withRootCauseInstanceOf(IllegalStateException.class);
        }
        Product loaded = cache.get("1", this::load);
        assertThat(loaded).isSameAs(PRODUCT);
    }

    @Test
    void loadThatAsksForItsOwnKeyDoesNotWaitForItself() {
        Product loaded = cache.get("1", () -> cache.get("1", this::load));
        assertThat(loaded).isSameAs(PRODUCT);
    }

    @Test
    void loadsThatNeedEachOtherDoNotWaitForEver() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Future<Product> first = threads.submit(() -> requireNonNull(cache.get("1", () -> {
            both.countDown();
            both.await();
            return cache.get("2", this::load);
        })));
        Future<Product> second = threads.submit(() -> requireNonNull(cache.get("2", () -> {
            both.countDown();
            both.await();
            return cache.get("1", this::load);
        })));
        await().until(() -> first.isDone() && second.isDone());
        assertThat(first.get()).isSameAs(PRODUCT);
        assertThat(second.get()).isSameAs(PRODUCT);
    }

    @Test
    void whatIsWrittenOrRemovedDuringALoadWinsInBothLevels() {
        Product newer = new Product("1", 2);
        cache.get("1", () -> {
            cache.put("1", newer);
            return PRODUCT;
        });
        assertThat(cache.get("1", Product.class)).isSameAs(newer);
        assertThat(store.documents.get(DOCUMENT)).asString().contains("\"version\":2");
        cache.get("2", () -> {
            cache.evict("2");
            return PRODUCT;
        });
        assertThat(cache.get("2")).isNull();
        cache.get("3", () -> {
            cache.clear();
            return PRODUCT;
        });
        assertThat(cache.get("3")).isNull();
    }

    @Test
    void removalWhileALoadedValueIsOnItsWayToL2Wins() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        store.insertGate = gate;
        cache.get("1", this::load);
        cache.evict("1");
        gate.complete(null);
        assertThat(store.documents.get(DOCUMENT)).isEqualTo(TOMBSTONE);
        assertThat(cache.get("1")).isNull();
    }

    @Test
    void readThatStartsAfterARemovalDoesNotJoinALoadOfBefore() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Future<Product> before = threads.submit(() -> requireNonNull(cache.get("1", () -> {
            started.countDown();
            gate.await();
            return PRODUCT;
        })));
        started.await();
        cache.evict("1");
        Product after = cache.get("1", () -> new Product("1", 2));
        assertThat(after).isEqualTo(new Product("1", 2));
        gate.countDown();
        assertThat(before.get()).isSameAs(PRODUCT);
        assertThat(cache.get("1", Product.class)).isEqualTo(new Product("1", 2));
    }

    @Test
    void futureLoadsShareOneCallAndOneFailsAlone() {
        CompletableFuture<Product> source = new CompletableFuture<>();
        CompletableFuture<Product> first = cache.retrieve("1", () -> {
            loads.incrementAndGet();
            return source;
        });
        CompletableFuture<Product> second = cache.retrieve("1", () -> {
            loads.incrementAndGet();
            return source;
        });
        await().until(() -> loads.get() == 1);
        first.cancel(true);
        source.complete(PRODUCT);
        assertThat(second.join()).isSameAs(PRODUCT);
        assertThat(loads).hasValue(1);
        await().until(() -> requireNonNull(cache.retrieve("1")).join() instanceof ValueWrapper);
    }

    @Test
    void futureLoadThatFailsPassesItsFailureOn() {
        CompletableFuture<Product> failed =
                cache.retrieve("1", () -> CompletableFuture.failedFuture(new IllegalStateException("no source")));
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(failed::get)
                .withCauseExactlyInstanceOf(IllegalStateException.class);
        assertThatIllegalStateException()
                .isThrownBy(() -> cache.retrieve("2", () -> {
                    throw new IllegalStateException("no source");
                }));
    }

    @Test
    void keyWithoutAStableFormIsKeptInL1Only() {
        Object key = new Object();
        cache.put(key, PRODUCT);
        assertThat(cache.get(key, Product.class)).isSameAs(PRODUCT);
        cache.evict(key);
        assertThat(cache.get(key)).isNull();
        assertThat(store.documents).isEmpty();
    }

    @Test
    void changeThatL2CannotHoldRemovesWhatItHeld() {
        cache.put("1", PRODUCT);
        assertThat(store.documents).containsKey(DOCUMENT);
        cache.put("1", "not a product");
        assertThat(store.documents.get(DOCUMENT)).isEqualTo(TOMBSTONE);
        cache.put("1", PRODUCT);
        store.largest = 10;
        cache.put("1", new Product("1", 2));
        assertThat(store.documents.get(DOCUMENT)).isEqualTo(TOMBSTONE);
        assertThat(cache.get("1", Product.class)).isEqualTo(new Product("1", 2));
    }

    @Test
    void clearThatDidNotReachL2HidesItUntilItHas() {
        cache.put("1", PRODUCT);
        store.failure = new IllegalStateException("down");
        cache.clear();
        store.failure = null;
        assertThat(cache.get("1")).isNull();
        await().untilAsserted(() -> {
            cache.put("2", PRODUCT);
            assertThat(store.documents).containsKey("cache:products:g1:2");
        });
        assertThat(cache.get("1")).isNull();
    }

    @Test
    void removalsTellWhetherTheyFoundSomething() {
        cache.put("1", PRODUCT);
        assertThat(cache.evictIfPresent("1")).isTrue();
        assertThat(cache.evictIfPresent("1")).isFalse();
        cache.put("1", PRODUCT);
        assertThat(cache.invalidate()).isTrue();
        assertThat(cache.invalidate()).isFalse();
    }

    @Test
    void putIfAbsentKeepsWhatIsThere() {
        assertThat(cache.putIfAbsent("1", PRODUCT)).isNull();
        assertThat(requireNonNull(cache.putIfAbsent("1", new Product("1", 2))).get())
                .isSameAs(PRODUCT);
    }
}
