/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.CaffeineSpec;
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

import dev.tuned.examples.microbenchmarks.cache.CachingApplication.Products;

/** A hit through {@code @Cacheable} on the near cache and on Spring's cache manager for Caffeine. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheableHitBenchmark {

    private static final String KEY = "17";

    @Param
    private Manager manager;

    private CachingApplication application;
    private Products products;

    /** The cache. */
    public enum Manager {
        TUNED,
        CAFFEINE,
        CAFFEINE_WITH_STATISTICS;

        CachingApplication start() {
            return switch (this) {
                case TUNED -> CachingApplication.tuned();
                case CAFFEINE -> CachingApplication.spring(CachingApplication.USUAL_SPEC);
                case CAFFEINE_WITH_STATISTICS ->
                    CachingApplication.spring(
                            CaffeineSpec.parse(CachingApplication.USUAL_SPEC.toParsableString() + ",recordStats"));
            };
        }
    }

    @Setup
    public void start() {
        application = manager.start();
        products = application.bean(Products.class);
    }

    @TearDown
    public void stop() {
        application.close();
    }

    @Benchmark
    public String cacheable() {
        return products.find(KEY);
    }

    @Benchmark
    public String cacheableSync() {
        return products.findInSync(KEY);
    }
}
