/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.support.NullValue;

import dev.tuned.cache.Settings;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** What Spring expects of a cache: the cases of the framework's own tests of its caches, on both levels. */
@ParameterizedClass
@EnumSource(TestRegions.class)
class CacheContractTests {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final TestRegions.Parts parts = new TestRegions.Parts();
    private final TunedCacheManager manager;
    private final Cache cache;

    CacheContractTests(TestRegions regions) {
        this.manager = regions.manager(parts);
        this.cache = manager.getCache("names");
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static Object shown(Cache.@Nullable ValueWrapper wrapper) {
        return (wrapper != null) ? List.of(String.valueOf(wrapper.get())) : "absent";
    }

    @Test
    void hasItsNameAndShowsCaffeine() {
        assertThat(cache.getName()).isEqualTo("names");
        assertThat(cache.getNativeCache()).isInstanceOf(com.github.benmanes.caffeine.cache.Cache.class);
    }

    @Test
    void absentKeyIsNullByEveryRead() {
        assertThat(cache.get("1")).isNull();
        assertThat(cache.get("1", String.class)).isNull();
        assertThat(cache.get("1", Object.class)).isNull();
        assertThat(cache.get("1", (Class<?>) null)).isNull();
    }

    @Test
    void loaderThatIsNullEndsAsInSpringsCaffeineCache() {
        Cache springs = new CaffeineCache("names", Caffeine.newBuilder().build());
        for (Cache each : List.of(springs, cache)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> each.get("1", (Callable<Object>) null))
                    .withMessage("Callable must not be null");
        }
    }

    @Test
    void valueIsThereByEveryRead() {
        cache.put("1", "one");
        assertThat(requireNonNull(cache.get("1")).get()).isEqualTo("one");
        assertThat(cache.get("1", String.class)).isEqualTo("one");
        assertThat(cache.get("1", Object.class)).isEqualTo("one");
        Object untyped = cache.get("1", (Class<?>) null);
        assertThat(untyped).isEqualTo("one");
        assertThatIllegalStateException().isThrownBy(() -> cache.get("1", Long.class));
    }

    @Test
    void laterValueReplacesAnEarlierOne() {
        cache.put("1", "one");
        cache.put("1", "two");
        assertThat(cache.get("1", String.class)).isEqualTo("two");
    }

    @Test
    void nullIsAValue() {
        cache.put("1", null);
        assertThat(requireNonNull(cache.get("1")).get()).isNull();
        assertThat(cache.get("1", String.class)).isNull();
        assertThat(cache.get("1", Object.class)).isNull();
        cache.put("2", NullValue.INSTANCE);
        assertThat(requireNonNull(cache.get("2")).get()).isNull();
    }

    @Test
    void putIfAbsentKeepsTheFirstValue() {
        assertThat(cache.putIfAbsent("1", "one")).isNull();
        assertThat(requireNonNull(cache.putIfAbsent("1", "two")).get()).isEqualTo("one");
        assertThat(cache.get("1", String.class)).isEqualTo("one");
    }

    @Test
    void putIfAbsentTakesANullForAValue() {
        assertThat(cache.putIfAbsent("1", null)).isNull();
        assertThat(requireNonNull(cache.putIfAbsent("1", "two")).get()).isNull();
        assertThat(requireNonNull(cache.get("1")).get()).isNull();
    }

    @Test
    void oneOfManyThatPutIfAbsentWins() throws Exception {
        for (int round = 0; round < 5000; round++) {
            String key = "k" + round;
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Object>> results = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String value = "v" + i;
                results.add(threads.submit(() -> {
                    start.await();
                    Cache.ValueWrapper before = cache.putIfAbsent(key, value);
                    return (before != null) ? requireNonNull(before.get()) : "mine " + value;
                }));
            }
            start.countDown();
            String kept = requireNonNull(cache.get(key, () -> "loaded"));
            List<Object> seen = new ArrayList<>();
            for (Future<Object> result : results) {
                seen.add(result.get());
            }
            Object present = cache.get(key, String.class);
            // A load does not keep a put from happening: its caller gets what it loaded, and the put stays.
            assertThat(kept).isIn(present, "loaded");
            assertThat(seen).allMatch(value -> value.equals(present) || value.equals("mine " + present));
            assertThat(seen)
                    .filteredOn(value -> value.equals("mine " + present))
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void evictedKeyIsAbsentAndTheOthersAreNot() {
        cache.put("1", "one");
        cache.put("2", "two");
        cache.evict("1");
        cache.evict("none");
        assertThat(cache.get("1")).isNull();
        assertThat(cache.get("2", String.class)).isEqualTo("two");
    }

    @Test
    void evictIfPresentTellsWhetherThereWasAValueInTime() {
        assertThat(cache.evictIfPresent("1")).isFalse();
        cache.put("1", "one");
        assertThat(cache.evictIfPresent("1")).isTrue();
        assertThat(cache.get("1")).isNull();
        assertThat(cache.evictIfPresent("1")).isFalse();
        cache.put("1", null);
        assertThat(cache.evictIfPresent("1")).isTrue();
        cache.put("1", "one");
        parts.now.addAndGet(Settings.plain().getL1().getTtl().toNanos());
        assertThat(cache.evictIfPresent("1")).isFalse();
    }

    @Test
    void clearedRegionIsEmptyAndTheOthersAreNot() {
        Cache other = manager.getCache("others");
        cache.put("1", "one");
        cache.put("2", "two");
        other.put("1", "other");
        cache.clear();
        assertThat(shown(cache.get("1"))).isEqualTo("absent");
        assertThat(shown(cache.get("2"))).isEqualTo("absent");
        assertThat(other.get("1", String.class)).isEqualTo("other");
    }

    @Test
    void invalidateTellsWhetherThereWasAnything() {
        assertThat(cache.invalidate()).isFalse();
        cache.put("1", "one");
        assertThat(cache.invalidate()).isTrue();
        assertThat(cache.get("1")).isNull();
        assertThat(cache.invalidate()).isFalse();
    }

    @Test
    void resetEmptiesEveryRegionAndKeepsItsName() {
        Cache other = manager.getCache("others");
        cache.put("1", "one");
        other.put("1", "one");
        manager.resetCaches();
        assertThat(cache.get("1")).isNull();
        assertThat(other.get("1")).isNull();
        assertThat(manager.getCacheNames()).containsExactlyInAnyOrder("names", "others");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "loaded")
    void loadedValueIsKept(@Nullable String value) {
        AtomicInteger loads = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            String loaded = cache.get("1", () -> {
                loads.incrementAndGet();
                return value;
            });
            assertThat(loaded).isEqualTo(value);
        }
        assertThat(requireNonNull(cache.get("1")).get()).isEqualTo(value);
        assertThat(loads).hasValue(1);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "put")
    void loaderIsNotCalledForAValueThatIsThere(@Nullable String value) {
        cache.put("1", value);
        String found = cache.get("1", () -> {
            throw new AssertionError("there is a value");
        });
        assertThat(found).isEqualTo(value);
    }

    @Test
    void whatALoaderThrowsIsTheCauseOfOneKindOfException() {
        for (Exception failure : List.of(new UnsupportedOperationException("no"), new IOException("no"))) {
            assertThatExceptionOfType(ValueRetrievalException.class)
                    .isThrownBy(() -> cache.get("1", () -> {
                        throw failure;
                    }))
                    .withCause(failure)
                    .satisfies(thrown -> assertThat(thrown.getKey()).isEqualTo("1"));
        }
        assertThat(cache.get("1")).isNull();
        String loaded = cache.get("1", () -> "one");
        assertThat(loaded).isEqualTo("one");
    }

    @Test
    void concurrentLoadsAreOne() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            results.add(threads.submit(() -> {
                start.await();
                return requireNonNull(cache.get("1", () -> {
                    Thread.yield();
                    return loads.incrementAndGet();
                }));
            }));
        }
        start.countDown();
        for (Future<Integer> result : results) {
            assertThat(result.get()).isEqualTo(1);
        }
        assertThat(loads).hasValue(1);
    }
}
