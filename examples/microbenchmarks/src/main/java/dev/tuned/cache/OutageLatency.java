/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.StoreState;

/**
 * Prints how long reads of warm entries take while Couchbase is away and the application's own source, too. Arguments:
 * {@code [seconds of each outage [fault]]}, or {@code seconds connection-string username password bucket command} for an
 * outage of that cluster which the shell command begins.
 */
public final class OutageLatency {

    private static final int KEYS = 500;
    private static final int READERS = 4;
    private static final long PACE = TimeUnit.MILLISECONDS.toNanos(2);

    private OutageLatency() {}

    public static void main(String[] args) throws Exception {
        long seconds = (args.length > 0) ? Long.parseLong(args[0]) : 5;
        System.out.println("fault               reads  failed   p50 ms   p99 ms p99.9 ms   max ms");
        if (args.length == 6) {
            try (ConfigurableApplicationContext context = start(
                    "spring.couchbase.connection-string=" + args[1],
                    "spring.couchbase.username=" + args[2],
                    "spring.couchbase.password=" + args[3],
                    "tuned.cache.couchbase.bucket=" + args[4],
                    "tuned.cache.key-prefix=outage")) {
                measure(context, "of the cluster", seconds, () -> run(args[5]));
            }
            return;
        }
        for (Fault fault : (args.length > 1) ? List.of(Fault.valueOf(args[1])) : List.of(Fault.values())) {
            try (MockCouchbase couchbase = new MockCouchbase();
                    ChaosProxy proxy = new ChaosProxy(couchbase.port());
                    ConfigurableApplicationContext context = start(MockCouchbase.properties(proxy.port()))) {
                measure(context, fault.toString(), seconds, () -> fault.begin(couchbase, proxy));
            }
        }
    }

    private interface Outage {

        void begin() throws Exception;
    }

    private static void run(String command) throws Exception {
        int status = new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IllegalStateException("\"" + command + "\" ended with status " + status);
        }
    }

    private static ConfigurableApplicationContext start(String... couchbase) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties(couchbase)
                .properties(
                        "logging.level.root=off",
                        "tuned.cache.defaults.l1.ttl=250ms",
                        "tuned.cache.defaults.stale-if-error=10m",
                        "tuned.cache.invalidation.mode=none")
                .run();
    }

    private static void measure(ConfigurableApplicationContext context, String outage, long seconds, Outage fault)
            throws Exception {
        Catalog catalog = context.getBean(Catalog.class);
        TunedCacheManager manager = context.getBean(TunedCacheManager.class);
        for (StoreState store = manager.storeState(); store == null || !store.reached(); store = manager.storeState()) {
            // The first write connects.
            catalog.update(new Product("0", 1));
            LockSupport.parkNanos(PACE);
        }
        for (int i = 0; i < KEYS; i++) {
            catalog.update(new Product("" + i, 1));
        }
        read(catalog, 2, new AtomicLong());
        fault.begin();
        AtomicLong failed = new AtomicLong();
        long[] times = read(catalog, seconds, failed);
        System.out.printf("%-18s %6d  %6d", outage, times.length, failed.get());
        for (double share : new double[] {0.5, 0.99, 0.999, 1}) {
            System.out.printf(" %8.3f", times[(int) ((times.length - 1) * share)] / 1e6);
        }
        System.out.println();
    }

    /** Each reader asks for random keys at a fixed pace; the times in order of size. */
    private static long[] read(Catalog catalog, long seconds, AtomicLong failed) throws Exception {
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try {
            List<Future<long[]>> results = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                results.add(readers.submit(() -> reader(catalog, seconds, failed)));
            }
            LongStream all = LongStream.empty();
            for (Future<long[]> result : results) {
                all = LongStream.concat(all, Arrays.stream(result.get()));
            }
            return all.sorted().toArray();
        } finally {
            readers.shutdown();
        }
    }

    private static long[] reader(Catalog catalog, long seconds, AtomicLong failed) {
        List<Long> times = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long start = System.nanoTime(); start < end; start = System.nanoTime()) {
            try {
                catalog.find("" + ThreadLocalRandom.current().nextInt(KEYS));
            } catch (RuntimeException ex) {
                failed.incrementAndGet();
            }
            times.add(System.nanoTime() - start);
            LockSupport.parkNanos(PACE);
        }
        return times.stream().mapToLong(Long::longValue).toArray();
    }

    /** What is cached. */
    public record Product(String id, int version) {}

    /** Has a source that is away. */
    static class Catalog {

        @Cacheable("products")
        public Product find(String id) {
            throw new IllegalStateException("the source is away, too");
        }

        @CachePut(cacheNames = "products", key = "#product.id")
        public Product update(Product product) {
            return product;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({
        CouchbaseAutoConfiguration.class,
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class,
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class
    })
    static class Application {

        @Bean
        Catalog catalog() {
            return new Catalog();
        }
    }
}
