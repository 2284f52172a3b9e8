/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/**
 * CPU time and bytes of one call of an annotated method, on its caller's thread: a hit, and a put of values of two sizes with an
 * L2 that answers at once and keeps nothing. Not the time that passed, so that a busy machine may measure, too.
 */
public final class CallCost {

    private static final int BATCHES = 60;
    private static final int MIN_MEASURED = 30;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private CallCost() {}

    /** Prints a line for each. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Configured.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .properties(
                        "spring.application.name=shop",
                        "tuned.cache.enabled=true",
                        "tuned.cache.defaults.l1.ttl=1h",
                        "tuned.cache.invalidation.mode=none")
                .run();
        try (context) {
            Items items = context.getBean(Items.class);
            Store store = context.getBean(Store.class);
            for (int reviews : new int[] {3, 100}) {
                items.hold(item(reviews));
                items.put("17");
                measure("put, document of " + store.written + " bytes", reviews, () -> items.put("17"));
            }
            measure("hit", 1, () -> items.find("17"));
        }
    }

    /** Three reviews make about 0.7 kB of JSON, 100 about 17 kB. */
    private static Item item(int reviews) {
        return new Item(
                17,
                "a product",
                new BigDecimal("19.90"),
                Instant.EPOCH,
                Map.of("colour", "red"),
                IntStream.range(0, reviews)
                        .mapToObj(i -> new Review("reader " + i, i % 5, "one sentence and another sentence ".repeat(3)))
                        .toList());
    }

    private static void measure(String what, int weight, Supplier<Item> call) {
        int calls = 60_000 / (weight + 2);
        double[] micros = new double[BATCHES];
        double[] bytes = new double[BATCHES];
        long thread = Thread.currentThread().getId();
        for (int batch = 0; batch < BATCHES; batch++) {
            long cpu = THREADS.getCurrentThreadCpuTime();
            long allocated = THREADS.getThreadAllocatedBytes(thread);
            for (int i = 0; i < calls; i++) {
                if (call.get() == null) {
                    throw new IllegalStateException("There is no item");
                }
            }
            micros[batch] = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e3 / calls;
            bytes[batch] = (double) (THREADS.getThreadAllocatedBytes(thread) - allocated) / calls;
        }
        System.out.printf(
                "%s: %.2f us of CPU, %.0f bytes (medians of the last %d of %d batches of %d calls)%n",
                what, median(micros), median(bytes), MIN_MEASURED, BATCHES, calls);
    }

    private static double median(double[] batches) {
        return Arrays.stream(batches)
                .skip(BATCHES - MIN_MEASURED)
                .sorted()
                .skip(MIN_MEASURED / 2)
                .findFirst()
                .orElseThrow();
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

        @Cacheable("items")
        public Item find(String id) {
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
