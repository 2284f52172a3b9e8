/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import com.couchbase.client.core.msg.kv.DurabilityLevel;
import com.couchbase.client.java.Cluster;
import com.couchbase.mock.memcached.protocol.CommandCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.RegionSettings.Remote;
import dev.tuned.cache.RegionSettings.SingleFlight;
import dev.tuned.cache.store.CouchbaseLocation;
import dev.tuned.cache.store.CouchbaseStore;
import dev.tuned.cache.store.L2Store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Several near caches on one Couchbase agree on who loads. */
class CrossNodeIT {

    private static final Product PRODUCT = new Product("1", 1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Nobody waits for so long. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static MockCouchbase couchbase;
    private static Cluster cluster;
    private static L2Store store;

    private final List<NearCacheManager> nodes = new ArrayList<>();
    private final AtomicInteger loads = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeAll
    static void connect() {
        couchbase = new MockCouchbase();
        cluster = Cluster.connect(
                "couchbase://127.0.0.1:" + couchbase.port(), MockCouchbase.BUCKET, MockCouchbase.PASSWORD);
        store = new CouchbaseStore(
                new CouchbaseLocation(cluster, MockCouchbase.BUCKET, "_default", "_default"), DurabilityLevel.NONE);
        await().ignoreExceptions().until(() -> store.get("x", PATIENCE).join() == null);
    }

    @AfterAll
    static void disconnect() {
        cluster.disconnect();
        couchbase.close();
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        nodes.forEach(NearCacheManager::destroy);
    }

    private RegionCache node(String region, Duration lease) {
        Remote remote = Settings.plain().remote();
        RegionSettings base = Settings.with(
                Settings.plain(), new Remote(true, remote.ttl(), remote.softTimeout(), PATIENCE, 0, null));
        NearCacheManager manager = NearCacheManager.builder(
                        name -> new RegionSettings(
                                name,
                                base.local(),
                                base.remote(),
                                base.staleIfError(),
                                base.negativeTtl(),
                                null,
                                1,
                                false,
                                new SingleFlight(true, lease)),
                        name -> MAPPER.constructType(Product.class),
                        MAPPER)
                .store(store, "cache", "Couchbase")
                .build();
        nodes.add(manager);
        return manager.getCache(region);
    }

    private Future<Product> load(RegionCache node, Callable<Product> loader) {
        return threads.submit(() -> requireNonNull(node.get("1", loader)));
    }

    @Test
    void oneOfThreeLoadsAndAllGetItsValue() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        Callable<Product> loader = () -> {
            loads.incrementAndGet();
            gate.await();
            return PRODUCT;
        };
        long leases = couchbase.count(CommandCode.ADD);
        List<Future<Product>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            readers.add(load(node("three", LONG), loader));
        }
        // Each has tried to get the lease, and the others once more.
        await().until(() -> couchbase.count(CommandCode.ADD) >= leases + 5);
        gate.countDown();
        for (Future<Product> reader : readers) {
            assertThat(reader.get()).isEqualTo(PRODUCT);
        }
        assertThat(loads).hasValue(1);
    }

    @Test
    void anotherLoadsAfterTheLeaseOfOneThatNeverEnds() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Future<Product> stuck = load(node("stuck", Duration.ofSeconds(1)), () -> {
            loads.incrementAndGet();
            never.await();
            return PRODUCT;
        });
        await().until(() -> loads.get() == 1);
        Product other = node("stuck", Duration.ofSeconds(1)).get("1", () -> new Product("1", 2));
        assertThat(other).isEqualTo(new Product("1", 2));
        assertThat(stuck).isNotDone();
    }

    @Test
    void failureOfALoadLetsTheNextLoadAtOnce() {
        RegionCache first = node("failing", LONG);
        RegionCache second = node("failing", LONG);
        CountDownLatch gate = new CountDownLatch(1);
        Future<Product> failing = load(first, () -> {
            loads.incrementAndGet();
            gate.await();
            throw new IllegalStateException("no source");
        });
        await().until(() -> loads.get() == 1);
        Future<Product> next = load(second, () -> PRODUCT);
        gate.countDown();
        await().until(next::isDone);
        assertThat(next).succeedsWithin(PATIENCE).isEqualTo(PRODUCT);
        assertThat(failing).failsWithin(PATIENCE);
    }
}
