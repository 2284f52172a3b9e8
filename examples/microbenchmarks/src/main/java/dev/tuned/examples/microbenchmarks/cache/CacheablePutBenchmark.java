/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

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
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/** A put by an annotated method, with an L2 that answers at once and keeps nothing: what a put costs in this process. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheablePutBenchmark {

    /** Reviews of a product: 3 make about 0.7 kB of JSON, 100 about 17 kB. */
    @Param({"3", "100"})
    private int reviews;

    private ConfigurableApplicationContext context;
    private Items items;

    @Setup
    public void start() {
        context = new SpringApplicationBuilder(Configured.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .properties(
                        "spring.application.name=shop",
                        "tuned.cache.enabled=true",
                        "tuned.cache.invalidation.mode=none")
                .run();
        items = context.getBean(Items.class);
        items.hold(new Item(
                17,
                "a product",
                new BigDecimal("19.90"),
                Instant.EPOCH,
                Map.of("colour", "red"),
                IntStream.range(0, reviews)
                        .mapToObj(i -> new Review("reader " + i, i % 5, "one sentence and another sentence ".repeat(3)))
                        .toList()));
        Store store = context.getBean(Store.class);
        long before = store.written;
        var unused = items.put("17");
        if (store.written == before) {
            throw new IllegalStateException("Nothing was written to L2");
        }
    }

    @TearDown
    public void stop() {
        context.close();
    }

    @Benchmark
    public Item put() {
        return items.put("17");
    }

    record Item(
            long id,
            String name,
            BigDecimal price,
            Instant since,
            Map<String, String> attributes,
            List<Review> reviews) {}

    record Review(String author, int stars, String text) {}

    /** What is cached. */
    static class Items {

        private volatile Item item = new Item(0, "", BigDecimal.ONE, Instant.EPOCH, Map.of(), List.of());

        void hold(Item held) {
            item = held;
        }

        @CachePut("items")
        public Item put(String id) {
            return item;
        }
    }

    /** Has nothing, and takes everything. */
    static final class Store implements L2Store {

        private volatile long written;

        @Override
        public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
            written = content.length;
            return CompletableFuture.completedFuture(1L);
        }

        @Override
        public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
            return put(id, content, expiry, timeout);
        }

        @Override
        public CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout) {
            return put(id, content, expiry, timeout);
        }

        @Override
        public CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout) {
            return CompletableFuture.completedFuture(initial + delta);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class,
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class
    })
    static class Configured {

        @Bean
        Items items() {
            return new Items();
        }

        @Bean
        Store store() {
            return new Store();
        }
    }
}
