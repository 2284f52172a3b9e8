/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.couchbase.mock.memcached.protocol.CommandCode;
import com.github.benmanes.caffeine.cache.Cache;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.cache.interceptor.SimpleKeyGenerator;

import dev.tuned.cache.MockCouchbase;
import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.Store;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two instances whose caches are in their own memory, as Spring Boot makes them. */
@NeedsRedis
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
@Tag("thorough")
class LocalTwoInstancesIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    private static RedisServer redis;
    private static MockCouchbase couchbase;

    private final List<NearApplication> started = new ArrayList<>();

    @BeforeAll
    static void startStores() {
        redis = RedisServer.start();
        couchbase = new MockCouchbase();
    }

    @AfterAll
    static void stopStores() {
        redis.close();
        couchbase.close();
    }

    @BeforeEach
    void clear() {
        redis.clear();
        couchbase.clear();
        Products.SOURCE.clear();
        Products.SOURCE.put("1", "old");
    }

    @AfterEach
    void stop() {
        started.forEach(NearApplication::close);
    }

    private NearApplication start(Store store, String... properties) {
        List<String> all = new ArrayList<>(List.of("tuned.cache.near=products"));
        all.addAll(List.of(properties));
        NearApplication application = NearApplication.start(store, List.of(), all);
        started.add(application);
        await().atMost(SOON).until(() -> {
            application.cache("products").get("nothing");
            return store(application).channel().isConnected();
        });
        return application;
    }

    private static NearStore store(NearApplication application) {
        return application.bean(NearManagers.class).stores().get(0);
    }

    private static Store local(String channel, String type) {
        return (channel.equals("redis") ? redis : couchbase).local(type);
    }

    private static Map<?, ?> entries(NearApplication application) {
        Object entries = application.cache("products").getNativeCache();
        return (entries instanceof Cache<?, ?> caffeine) ? caffeine.asMap() : (ConcurrentMap<?, ?>) entries;
    }

    static Stream<Arguments> changes() {
        Map<String, Consumer<NearApplication>> changes = Map.of(
                "evict", application -> application.products().change("1", "new"),
                "put", application -> application.products().put("1", "new"),
                "clear",
                        application -> {
                            Products.SOURCE.put("1", "new");
                            application.products().evictAll();
                        },
                "putIfAbsent",
                        application -> {
                            Products.SOURCE.put("1", "new");
                            application.cache("products").evictIfPresent("1");
                            application.cache("products").putIfAbsent("1", "new");
                        });
        return Stream.of("redis", "couchbase")
                .flatMap(channel -> Stream.of("caffeine", "simple")
                        .flatMap(type -> changes.entrySet().stream()
                                .map(change -> Arguments.of(channel, type, change.getKey(), change.getValue()))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("changes")
    void changeReachesTheOtherInstance(String channel, String type, String name, Consumer<NearApplication> change)
            throws InterruptedException {
        NearApplication one = start(local(channel, type));
        NearApplication two = start(local(channel, type));
        assertThat(one.products().find("1")).isEqualTo("old");
        assertThat(two.products().find("1")).isEqualTo("old");

        change.accept(one);

        assertThat(one.products().find("1")).isEqualTo("new");
        await().atMost(SOON).until(() -> two.products().find("1").equals("new"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"caffeine", "simple"})
    void loadIsNoChange(String type) throws InterruptedException {
        NearApplication one = start(redis.local(type));
        one.products().find("1");
        one.products().findOnce("2");
        assertThat(store(one).channel().sent()).isZero();

        one.products().put("1", "new");

        await().atMost(SOON).until(() -> store(one).channel().sent() == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"caffeine", "simple"})
    void putIfAbsentThatFindsAValueIsNoChange(String type) throws InterruptedException {
        NearApplication one = start(redis.local(type));
        assertThat(one.cache("products").putIfAbsent("1", "first")).isNull();
        assertThat(one.cache("products").putIfAbsent("1", "second")).isNotNull();

        one.products().put("2", "new");

        await().atMost(SOON).until(() -> store(one).pending() == 0);
        assertThat(store(one).channel().sent()).isEqualTo(2);
        assertThat(one.cache("products").get("1", String.class)).isEqualTo("first");
    }

    /** The method of the miss failed; the put comes from another one. */
    @Test
    void putOfAnotherMethodIsAChange() {
        NearApplication one = start(redis.local("caffeine"));
        assertThat(one.cache("products").get("1")).isNull();

        one.products().put("1", "new");

        await().atMost(SOON).until(() -> store(one).channel().sent() == 1);
    }

    private enum Colour {
        RED
    }

    private record Other(String name) {}

    static Stream<Object> keys() {
        return Stream.of("text", "with\0zero", "", 1L, 1, UUID.randomUUID());
    }

    static Stream<Object> otherKeys() {
        return Stream.of(
                new Other("a"),
                "\ud800",
                Colour.RED,
                SimpleKey.EMPTY,
                SimpleKeyGenerator.generateKey("a", 1L, Colour.RED));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void keyIsTold(Object key) {
        NearApplication one = start(redis.local("caffeine"));
        NearApplication two = start(redis.local("caffeine"));
        two.cache("products").put(key, "old");
        await().atMost(SOON).until(() -> store(one).channel().received() == 1);
        two.cache("products").put("another", "stays");
        await().atMost(SOON).until(() -> store(one).channel().received() == 2);

        one.cache("products").evict(key);

        await().atMost(SOON).until(() -> two.cache("products").get(key) == null);
        assertThat(two.cache("products").get("another", String.class)).isEqualTo("stays");
    }

    private record Unprintable(int id) {

        @Override
        public String toString() {
            throw new IllegalStateException("as without the starter, nobody asks");
        }
    }

    @Test
    void keyIsNotAskedForItsText() {
        NearApplication one = start(redis.local("caffeine"));
        one.cache("products").put(new Unprintable(1), "value");
        assertThat(one.cache("products").get(new Unprintable(1), String.class)).isEqualTo("value");
    }

    @ParameterizedTest
    @MethodSource("otherKeys")
    void ofAnotherTypeClearsTheCacheThere(Object key) {
        NearApplication one = start(redis.local("caffeine"));
        NearApplication two = start(redis.local("caffeine"));
        two.cache("products").put(key, "old");
        two.cache("products").put("another", "goes");
        await().atMost(SOON).until(() -> store(one).channel().received() == 2);
        one.cache("products").put("own", "stays");
        await().atMost(SOON).until(() -> store(two).channel().received() == 1);
        assertThat(two.cache("products").get(key)).isNotNull();

        one.cache("products").evict(key);

        await().atMost(SOON).until(() -> two.cache("products").get(key) == null);
        assertThat(two.cache("products").get("another")).isNull();
        assertThat(one.cache("products").get("own", String.class)).isEqualTo("stays");
    }

    @ParameterizedTest
    @ValueSource(strings = {"caffeine", "simple"})
    void loadThatBeganBeforeAChangeOfAnotherIsNotKept(String type) throws Exception {
        NearApplication one = start(redis.local(type));
        NearApplication two = start(redis.local(type));
        for (boolean once : new boolean[] {false, true}) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            long received = store(two).channel().received();
            CompletableFuture<String> load = CompletableFuture.supplyAsync(() -> {
                if (once) {
                    return two.cache("products").get("k", () -> before(begun, goOn));
                }
                two.cache("products").get("k");
                String value = before(begun, goOn);
                two.cache("products").put("k", value);
                return value;
            });
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            one.cache("products").evict("k");
            await().atMost(SOON).until(() -> store(two).channel().received() > received);
            goOn.countDown();

            assertThat(load.get(20, TimeUnit.SECONDS)).isEqualTo("before");
            await().atMost(SOON).until(() -> two.cache("products").get("k") == null);
        }
    }

    private static String before(CountDownLatch begun, CountDownLatch goOn) {
        begun.countDown();
        try {
            assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        return "before";
    }

    /** Who loads with {@code sync = true} holds a lock, which keys may share. */
    @Test
    void loadThatHangsHoldsUpNoOtherKey() throws Exception {
        NearApplication one = start(redis.local("simple"));
        NearApplication two = start(redis.local("simple"));
        for (int key = 0; key < 100; key++) {
            two.cache("products").put(key, "old");
        }
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<String> hanging =
                CompletableFuture.supplyAsync(() -> two.cache("products").get("k", () -> before(begun, goOn)));
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

        for (int key = 0; key < 100; key++) {
            one.cache("products").evict(key);
        }

        await().atMost(Duration.ofSeconds(10)).until(() -> {
            for (int key = 0; key < 100; key++) {
                if (two.cache("products").get(key) != null) {
                    return false;
                }
            }
            return true;
        });
        goOn.countDown();
        assertThat(hanging.get(20, TimeUnit.SECONDS)).isEqualTo("before");
    }

    @ParameterizedTest
    @CsvSource({"redis,caffeine", "redis,simple", "couchbase,caffeine", "couchbase,simple"})
    void withoutChannelEntriesLiveForTwoSecondsAtMost(String channel, String type) throws InterruptedException {
        NearApplication one = start(local(channel, type));
        assertThat(one.products().find("1")).isEqualTo("old");
        store(one).channel().stop();
        await().atMost(SOON).until(() -> !store(one).channel().isConnected());
        Products.SOURCE.put("1", "new");

        await().atMost(Duration.ofSeconds(4))
                .until(() -> one.products().find("1").equals("new"));

        // In between they are served.
        int calls = one.products().calls();
        for (int i = 0; i < 100; i++) {
            one.products().find("1");
        }
        assertThat(one.products().calls()).isLessThan(calls + 100);
    }

    @Test
    void managersAndCachesAreAsWithoutTheStarter(CapturedOutput output) {
        NearApplication near = start(
                redis.local("caffeine"),
                "spring.cache.cache-names=products,prices",
                "spring.cache.caffeine.spec=maximumSize=3,expireAfterWrite=1h,recordStats");
        CaffeineCacheManager manager = near.bean(CaffeineCacheManager.class);
        assertThat(manager.getCacheNames()).containsExactlyInAnyOrder("products", "prices");
        assertThat(manager.getCache("unknown")).isNull();
        CaffeineCache products = (CaffeineCache) near.cache("products");
        assertThat(near.cache("prices").getClass()).isEqualTo(CaffeineCache.class);
        assertThat(products.getName()).isEqualTo("products");
        assertThat(products.isAllowNullValues()).isTrue();
        products.put("null", null);
        assertThat(products.get("null")).isNotNull();
        for (int i = 0; i < 100; i++) {
            products.put(i, "value");
        }
        products.getNativeCache().cleanUp();
        assertThat(products.getNativeCache().estimatedSize()).isLessThanOrEqualTo(3);
        assertThat(products.getNativeCache().policy().expireAfterWrite()).isPresent();
        assertThat(products.getNativeCache().stats().hitCount()).isPositive();
        assertThat(entries(near)).isSameAs(products.getNativeCache().asMap());
        near.cache("prices").put("1", "value");
        manager.resetCaches();
        assertThat(near.cache("products").get("1")).isNull();
        assertThat(output).contains("tuned cache: near products of cacheManager; notifications through RedisChannel");
    }

    @Test
    void dynamicManagersMakeNearCachesOnly() {
        NearApplication near = start(redis.local("simple"));
        ConcurrentMapCacheManager manager = near.bean(ConcurrentMapCacheManager.class);
        assertThat(near.cache("other").getClass()).isEqualTo(ConcurrentMapCache.class);
        assertThat(near.cache("products")).isInstanceOf(ConcurrentMapCache.class);
        assertThat(near.cache("products").getClass()).isNotEqualTo(ConcurrentMapCache.class);
        for (int i = 0; i < 5; i++) {
            manager.resetCaches();
            assertThat(near.cache("products").getClass()).isNotEqualTo(ConcurrentMapCache.class);
        }
        // Those before are forgotten.
        assertThat(near.bean(NearManagers.class).caches()).hasSize(1);
    }

    @Test
    void dependencyAloneChangesNoCache() {
        for (String type : List.of("caffeine", "simple")) {
            try (NearApplication stock = NearApplication.stock(redis.local(type))) {
                assertThat(stock.bean(CacheManager.class).getClass())
                        .isIn(CaffeineCacheManager.class, ConcurrentMapCacheManager.class);
                assertThat(stock.cache("products").getClass()).isIn(CaffeineCache.class, ConcurrentMapCache.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"caffeine", "simple"})
    void onlyTheLogIsWrittenToCouchbase(String type) throws InterruptedException {
        NearApplication one = start(couchbase.local(type));
        long writes = writes();
        for (int i = 0; i < 20; i++) {
            one.products().find("1");
            one.products().findOnce("2");
            one.cache("products").get("k" + i, () -> "loaded");
        }
        assertThat(writes()).isEqualTo(writes);

        one.products().put("1", "new");
        one.products().evict("1");
        one.cache("products").putIfAbsent("1", "newer");
        one.products().evictAll();

        await().atMost(SOON).until(() -> store(one).pending() == 0);
        // A number and a document each. Those that are published at once share them.
        assertThat(writes() - writes).isBetween(2L, 2 * store(one).channel().sent());
        assertThat(couchbase.keys()).isEmpty();
    }

    /** All commands that change a document. */
    private static long writes() {
        return Stream.of(
                        CommandCode.SET,
                        CommandCode.ADD,
                        CommandCode.REPLACE,
                        CommandCode.DELETE,
                        CommandCode.APPEND,
                        CommandCode.INCREMENT)
                .mapToLong(couchbase::count)
                .sum();
    }

    @Test
    void channelThatFailsFailsNoCall() throws InterruptedException {
        try (RedisServer server = RedisServer.start()) {
            NearApplication one = start(server.local("caffeine"));
            NearApplication two = start(server.local("caffeine"));
            assertThat(two.products().find("1")).isEqualTo("old");
            server.kill();

            one.products().change("1", "new");
            assertThat(one.products().find("1")).isEqualTo("new");

            server.restart();
            await().atMost(SOON).until(() -> store(one).pending() == 0);
            await().atMost(SOON).until(() -> two.products().find("1").equals("new"));
            one.close();
            two.close();
        }
    }
}
