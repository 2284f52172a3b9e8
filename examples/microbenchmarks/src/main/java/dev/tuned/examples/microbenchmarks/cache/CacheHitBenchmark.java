/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.cache.Cache;

import dev.tuned.cache.NearCache;
import dev.tuned.cache.manager.TunedCacheManager;

/**
 * A hit in the near cache, typed and through Spring's {@code Cache}, beside the limit, a plain Caffeine cache, and beside Spring's
 * cache on Caffeine. One key is a cache in which Caffeine keeps no record of reads yet; the many fill it as far as it usually is.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheHitBenchmark {

    private static final int READS = 8192;

    @Param({"1", "8192"})
    private int keys;

    private final com.github.benmanes.caffeine.cache.Cache<Object, Object> caffeine =
            Caffeine.newBuilder().maximumSize(10_000).build();
    private final com.github.benmanes.caffeine.cache.Cache<Object, Object> expiringCaffeine =
            Caffeine.from(CachingApplication.USUAL_SPEC).build();
    private final String[] order = new String[READS];
    private final CachingApplication tuned = CachingApplication.tuned();
    private final CachingApplication spring = CachingApplication.spring(CachingApplication.USUAL_SPEC);
    private final NearCache<String> nearCache =
            tuned.bean(TunedCacheManager.class).nearCache("products", String.class);
    private final Cache regionCache = tuned.cache();
    private final Cache springCache = spring.cache();

    /** Where a thread is in the order of reads. */
    @State(Scope.Thread)
    public static class Position {

        private int next;
    }

    @Setup
    public void fill() {
        IntStream.range(0, READS).forEach(i -> order[i] = Integer.toString(i * 7919 % keys));
        for (String key : order) {
            String value = "product " + key;
            caffeine.put(key, value);
            expiringCaffeine.put(key, value);
            nearCache.put(key, value);
            springCache.put(key, value);
        }
    }

    @TearDown
    public void stop() {
        tuned.close();
        spring.close();
    }

    private String key(Position position) {
        return order[position.next++ & READS - 1];
    }

    @Benchmark
    public @Nullable Object caffeine(Position position) {
        return caffeine.getIfPresent(key(position));
    }

    @Benchmark
    public @Nullable Object caffeineExpiring(Position position) {
        return expiringCaffeine.getIfPresent(key(position));
    }

    @Benchmark
    public @Nullable Object nearCache(Position position) {
        return nearCache.get(key(position));
    }

    @Benchmark
    public Cache.@Nullable ValueWrapper regionCache(Position position) {
        return regionCache.get(key(position));
    }

    @Benchmark
    public Cache.@Nullable ValueWrapper springCaffeineCache(Position position) {
        return springCache.get(key(position));
    }
}
