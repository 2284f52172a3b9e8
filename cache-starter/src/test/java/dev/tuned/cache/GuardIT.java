/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.cache.Cache;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearSettings;
import dev.tuned.cache.near.NearStore;
import dev.tuned.cache.near.RedisNearCache;
import dev.tuned.cache.notify.Key;
import dev.tuned.cache.notify.Notification;
import dev.tuned.cache.notify.Notifications;
import dev.tuned.cache.notify.RedisChannel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Each part of what keeps old values out, in the one order of steps that it is there for. */
@NeedsRedis
@Tag("thorough")
class GuardIT {

    private static final String KEY = "products::1";
    private static final Duration SOON = Duration.ofSeconds(60);

    private static RedisServer redis;

    private NearApplication application;
    private SteppedWriter writer;
    private NearStore near;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void start() {
        redis.command("FLUSHALL");
        Products.SOURCE.clear();
        Products.SOURCE.put("1", "old");
        application = instance();
        writer = application.bean(SteppedWriter.class);
        near = application.bean(NearStore.class);
        await().atMost(SOON).until(() -> near.channel().isConnected());
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private static NearApplication instance() {
        return NearApplication.start(
                redis, List.of(OwnWriter.class), List.of("tuned.cache.near=products", NearApplication.PATIENT));
    }

    /** What another instance sends after a change. */
    private static Notification changed() {
        return new Notification(UUID.randomUUID(), key(), false);
    }

    private static Key key() {
        return new Key(KEY.getBytes(StandardCharsets.UTF_8));
    }

    private Cache cache() {
        return application.cache("products");
    }

    private static String value(Cache cache) {
        Cache.ValueWrapper wrapper = cache.get("1");
        return (wrapper != null) ? String.valueOf(wrapper.get()) : "none";
    }

    /** Puts a value into Redis as an instance does that is not there any more. */
    private static void putElsewhere(String value) {
        try (NearApplication other = NearApplication.stock(redis)) {
            other.cache("products").put("1", value);
            await().atMost(SOON).until(() -> redis.has(KEY));
        }
    }

    private static final class Step implements Runnable {

        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public void run() {
            reached.countDown();
            await(goOn);
        }

        void awaitReached() {
            await(reached);
        }

        void goOn() {
            goOn.countDown();
        }

        private static void await(CountDownLatch latch) {
            try {
                assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(ex);
            }
        }
    }

    @Test
    void readThatBeganBeforeAChangeIsNotKept() {
        putElsewhere("old");
        Step afterGet = new Step();
        writer.afterGet(afterGet);
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> value(cache()));
        afterGet.awaitReached();
        redis.command("DEL " + KEY);
        putElsewhere("new");
        near.changed(changed());
        afterGet.goOn();

        assertThat(read.join()).isEqualTo("old");

        await().during(Duration.ofMillis(500))
                .atMost(SOON)
                .until(() -> near.memory().size() == 0);
        assertThat(value(cache())).isEqualTo("new");
    }

    @Test
    void loadThatBeganBeforeAChangeIsNotKept() {
        Step busy = new Step();
        writer.beforeFill(busy);
        for (int i = 0; i < 4; i++) {
            cache().get("busy" + i);
            cache().put("busy" + i, "all threads in the background wait");
        }
        busy.awaitReached();
        assertThat(value(cache())).isEqualTo("none");
        near.changed(changed());

        cache().put("1", "loaded before");

        assertThat(value(cache())).isEqualTo("none");
        busy.goOn();
        await().atMost(SOON).until(() -> near.channel().sent() > 0 && near.pending() == 0);
        assertThat(redis.has(KEY)).isFalse();
        assertThat(value(cache())).isEqualTo("none");
    }

    @Test
    void loadedValueThatArrivesAfterAChangeIsDeletedOnceMore() {
        assertThat(value(cache())).isEqualTo("none");
        Step beforeFill = new Step();
        writer.beforeFill(beforeFill);
        cache().put("1", "loaded before");
        beforeFill.awaitReached();
        // Another instance evicts; its notification is on its way.
        redis.command("DEL " + KEY);
        beforeFill.goOn();
        await().atMost(SOON).until(() -> redis.has(KEY));
        // What is checked after the write has been checked.
        await().during(Duration.ofMillis(500)).atMost(SOON).until(() -> redis.has(KEY));

        near.changed(changed());

        await().atMost(SOON).until(() -> !redis.has(KEY));
        assertThat(value(cache())).isEqualTo("none");
    }

    @Test
    void loadedValueThatArrivesAfterOnesOwnChangeIsNotRead() {
        assertThat(value(cache())).isEqualTo("none");
        Step beforeFill = new Step();
        Step afterFill = new Step();
        writer.beforeFill(beforeFill);
        writer.afterFill(afterFill);
        cache().put("1", "loaded before");
        beforeFill.awaitReached();
        cache().evict("1");
        beforeFill.goOn();
        afterFill.awaitReached();

        assertThat(value(cache())).isEqualTo("none");

        afterFill.goOn();
        await().atMost(SOON).until(() -> near.pending() == 0);
        assertThat(redis.has(KEY)).isFalse();
    }

    @Test
    void othersForgetWhatIsDeletedOnceMore() {
        try (NearApplication other = NearApplication.near(redis)) {
            NearStore otherNear = other.bean(NearManagers.class).stores().get(0);
            await().atMost(SOON).until(() -> otherNear.channel().isConnected());
            assertThat(value(cache())).isEqualTo("none");
            cache().put("1", "loaded before");
            await().atMost(SOON).until(() -> redis.has(KEY));
            await().atMost(SOON).until(() -> {
                value(other.cache("products"));
                return otherNear.memory().size() == 1;
            });
            long received = otherNear.channel().received();

            near.changed(changed());

            await().atMost(SOON).until(() -> otherNear.channel().received() > received);
            await().atMost(SOON).until(() -> value(other.cache("products")).equals("none"));
        }
    }

    @Test
    void loadedValueDoesNotReplaceANewerOne() {
        assertThat(value(cache())).isEqualTo("none");
        putElsewhere("newer");

        cache().put("1", "loaded before");

        await().atMost(SOON).until(() -> !redis.has(KEY) && near.pending() == 0);
        assertThat(value(cache())).isEqualTo("none");
    }

    @Test
    void lostNotificationsDeleteRecentWritesAgain() {
        assertThat(value(cache())).isEqualTo("none");
        cache().put("1", "loaded before");
        await().atMost(SOON).until(() -> redis.has(KEY));

        near.lost();

        await().atMost(SOON).until(() -> !redis.has(KEY));
        assertThat(value(cache())).isEqualTo("none");
    }

    /** It may have come to Redis after another instance's change of which nothing was heard. */
    @Test
    void lostNotificationsDeleteWhatWasPutLately() {
        cache().put("1", "changed before");
        assertThat(redis.has(KEY)).isTrue();

        near.lost();

        await().atMost(SOON).until(() -> !redis.has(KEY));
        assertThat(value(cache())).isEqualTo("none");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void changeIsRepeatedAfterTheEndOfItsTransaction(boolean commits) {
        TransactionTemplate transaction = new TransactionTemplate(new NoTransactions());

        transaction.executeWithoutResult(status -> {
            cache().evict("1");
            putElsewhere("read before the end");
            if (!commits) {
                status.setRollbackOnly();
            }
        });

        await().atMost(SOON).until(() -> !redis.has(KEY));
        assertThat(value(cache())).isEqualTo("none");
    }

    @Test
    void clearIsRepeatedAfterTheEndOfItsTransaction() {
        TransactionTemplate transaction = new TransactionTemplate(new NoTransactions());

        transaction.executeWithoutResult(status -> {
            cache().clear();
            putElsewhere("read before the end");
        });

        await().atMost(SOON).until(() -> !redis.has(KEY));
    }

    @Test
    void plainLoadIsNoChange() throws InterruptedException {
        assertThat(application.products().find("1")).isEqualTo("old");
        await().atMost(SOON).until(() -> redis.has(KEY));

        assertThat(near.channel().sent()).isZero();

        application.products().put("1", "new");

        assertThat(near.channel().sent()).isEqualTo(1);
    }

    /** The method of the miss failed, and somebody else loaded the key. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void putAfterAHitIsAChange(boolean inMemory) {
        assertThat(value(cache())).isEqualTo("none");
        putElsewhere("old");
        await().atMost(SOON).until(() -> {
            CompletableFuture.supplyAsync(() -> value(cache())).join();
            return !inMemory || near.memory().size() == 1;
        });
        assertThat(value(cache())).isEqualTo("old");

        cache().put("1", "new");

        assertThat(near.channel().sent()).isEqualTo(1);
        assertThat(redis.command("GET " + KEY)).contains("new");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evict", "clear", "put"})
    void putAfterAChangeIsAChange(String change) {
        assertThat(value(cache())).isEqualTo("none");
        switch (change) {
            case "evict" -> cache().evict("1");
            case "clear" -> cache().clear();
            default -> cache().put("1", "loaded");
        }
        await().atMost(SOON).until(() -> near.pending() == 0);

        cache().put("1", "new");

        assertThat(redis.command("GET " + KEY)).contains("new");
        assertThat(value(cache())).isEqualTo("new");
    }

    @Test
    void missOfAnotherCacheIsNone() {
        Cache prices = application.cache("prices");
        assertThat(value(cache())).isEqualTo("none");

        prices.put("1", "new");

        assertThat(near.channel().sent()).isEqualTo(1);
    }

    /** The second miss is the method's again, not one within the first one's. */
    @Test
    void failedMethodsLeaveOneMark() {
        assertThat(value(cache())).isEqualTo("none");
        assertThat(value(cache())).isEqualTo("none");
        cache().put("1", "loaded");
        await().atMost(SOON).until(() -> redis.has(KEY));

        cache().put("1", "new");

        assertThat(near.channel().sent()).isEqualTo(1);
        assertThat(value(cache())).isEqualTo("new");
    }

    @Test
    void cachedMethodThatReadsItsOwnKeyIsNoChange() throws InterruptedException {
        assertThat(application.bean(Nested.class).find("1", () -> {})).isEqualTo("old");
        await().atMost(SOON).until(() -> redis.has(KEY));

        assertThat(near.channel().sent()).isZero();
        assertThat(value(cache())).isEqualTo("old");
    }

    @Test
    void hitWithinTheMethodDoesNotMakeItsValueAChange() throws InterruptedException {
        application.bean(Nested.class).find("1", () -> putElsewhere("newer"));

        assertIsAdopted("newer");
    }

    /** Otherwise a hot key whose values differ from load to load would never be cached. */
    @Test
    void valueThatWasLoadedElsewhereMeanwhileIsAdopted() {
        cache().get("1", () -> {
            putElsewhere("newer");
            return "loaded";
        });

        assertIsAdopted("newer");
    }

    private void assertIsAdopted(String value) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> value(cache()).equals(value) && near.memory().size() == 1);
        assertThat(redis.command("GET " + KEY)).contains(value);
        assertThat(near.channel().sent()).isZero();
        assertThat(near.pending()).isZero();
    }

    /** The method of the miss failed: what another one puts on its thread may be a change. */
    @Test
    void putOfAnotherMethodAdoptsNothing() {
        Products.SOURCE.remove("1");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> application.bean(Nested.class).find("1", () -> {
                    throw new IllegalStateException("not found");
                }));
        putElsewhere("old");

        application.products().put("1", "new");

        await().atMost(SOON).until(() -> !redis.has(KEY) && near.pending() == 0);
        assertThat(value(cache())).isEqualTo("none");
    }

    @Test
    void evictionWithinTheMethodMayBeYoungerThanItsValue() throws InterruptedException {
        application.bean(Nested.class).find("1", () -> cache().evict("1"));

        await().atMost(SOON).until(() -> near.pending() == 0);
        assertThat(redis.has(KEY)).isFalse();
    }

    @Test
    void entryInMemoryEndsWithTheOneInRedis() {
        putElsewhere("old");
        redis.command("PEXPIRE " + KEY + " 1500");
        await().atMost(SOON).until(() -> {
            value(cache());
            return near.memory().size() == 1;
        });

        await().atMost(SOON).until(() -> !redis.has(KEY));

        await().pollDelay(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(1))
                .until(() -> value(cache()).equals("none"));
    }

    @Test
    void keyIsNotReadFromRedisWhileItsEvictIsPending() {
        cache().put("1", "old");
        Step beforeEvict = new Step();
        writer.beforeEvict(beforeEvict);
        CompletableFuture<Void> evict = CompletableFuture.runAsync(() -> cache().evict("1"));
        beforeEvict.awaitReached();

        assertThat(redis.has(KEY)).isTrue();
        assertThat(value(cache())).isEqualTo("none");

        beforeEvict.goOn();
        evict.join();
        assertThat(redis.has(KEY)).isFalse();
        assertThat(near.pending()).isZero();
    }

    @Test
    void evictThatFailsIsRepeated() {
        cache().put("1", "old");
        AtomicInteger failures = new AtomicInteger();
        writer.beforeEvict(() -> {
            if (failures.incrementAndGet() <= 3) {
                throw new RedisSystemException("refused", null);
            }
        });

        cache().evict("1");

        assertThat(near.pending()).isEqualTo(1);
        assertThat(value(cache())).isEqualTo("none");
        await().atMost(SOON).until(() -> near.pending() == 0);
        assertThat(redis.has(KEY)).isFalse();
        assertThat(failures).hasValueGreaterThan(3);
    }

    /** Else the eviction would take back later what has been decided. */
    @Test
    void putIfAbsentCarriesOutAnEvictionThatIsPending() {
        cache().put("1", "old");
        AtomicInteger failures = new AtomicInteger();
        writer.beforeEvict(() -> {
            if (failures.incrementAndGet() <= 2) {
                throw new RedisSystemException("refused", null);
            }
        });
        cache().evict("1");
        await().atMost(SOON).until(() -> failures.get() == 2);

        assertThat(cache().putIfAbsent("1", "new")).isNull();

        assertThat(near.pending()).isZero();
        assertThat(redis.command("GET " + KEY)).contains("new");
        assertThat(value(cache())).isEqualTo("new");
    }

    /** As without the starter. Null would say that the value was put. */
    @Test
    void putIfAbsentThatIsRefusedThrowsAndIsNotRepeated() {
        assertThat(redis.command("ACL SETUSER default -set -setnx")).startsWith("+OK");
        try {
            assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> cache().putIfAbsent("1", "new"));
            assertThat(near.pending()).isZero();
        } finally {
            redis.command("ACL SETUSER default +set +setnx");
        }
    }

    @Test
    void putIfAbsentIsTakenBackWithItsTransactionAlone() {
        for (boolean rollBack : new boolean[] {false, true}) {
            new TransactionTemplate(new NoTransactions()).executeWithoutResult(status -> {
                assertThat(cache().putIfAbsent("once" + rollBack, "new")).isNull();
                if (rollBack) {
                    status.setRollbackOnly();
                }
            });
        }
        await().atMost(SOON).until(() -> !redis.has("products::oncetrue"));
        assertThat(redis.has("products::oncefalse")).isTrue();
    }

    @Test
    void listensUntilCallersHaveEndedAndStopsBeforeTheConnections() {
        assertThat(application.bean(NearManagers.class).getPhase())
                .isGreaterThan(application.bean(LettuceConnectionFactory.class).getPhase())
                .isLessThan(SmartLifecycle.DEFAULT_PHASE / 2);
    }

    @Test
    void withoutHeartbeatMemoryIsUsedForTwoSecondsAtMost() {
        cache().put("1", "old");
        assertThat(near.memory().size()).isEqualTo(1);
        near.channel().stop();
        await().atMost(SOON).until(() -> !near.channel().isConnected());
        redis.command("DEL " + KEY);
        await().atMost(Duration.ofSeconds(3)).until(() -> value(cache()).equals("none"));
    }

    /** A cached method that calls another one with its key. */
    static class Nested {

        private final Products products;

        Nested(Products products) {
            this.products = products;
        }

        @Cacheable(cacheNames = "products", key = "#id")
        public String find(String id, Runnable first) throws InterruptedException {
            String loaded = Products.SOURCE.get(id);
            first.run();
            products.find(id);
            return loaded;
        }
    }

    /** What the starter makes, with a writer behind that can be stopped. */
    @Configuration(proxyBeanMethods = false)
    static class OwnWriter {

        @Bean
        Nested nested(Products products) {
            return new Nested(products);
        }

        @Bean
        SteppedWriter writer(RedisConnectionFactory connections) {
            return new SteppedWriter(RedisCacheWriter.nonLockingRedisCacheWriter(connections));
        }

        /** Those of a store that may be slow. */
        static NearSettings settings() {
            return new Binder(new MapConfigurationPropertySource(Map.of("tuned.cache.hard-timeout", "20s")))
                    .bindOrCreate("tuned.cache", NearSettings.class);
        }

        @Bean
        NearStore near(RedisConnectionFactory connections) {
            NearSettings settings = settings();
            ThreadFactory threads = task -> {
                Thread thread = new Thread(task, "near");
                thread.setDaemon(true);
                return thread;
            };
            NearStore near = new NearStore(
                    settings,
                    "Redis",
                    RedisSystemException.class::isInstance,
                    new Notifications(new RedisChannel(connections, settings.getChannel(), threads)),
                    () -> false,
                    threads);
            near.channel().start();
            return near;
        }

        @Bean
        RedisCacheManager cacheManager(NearStore near, SteppedWriter writer, RedisConnectionFactory connections) {
            return RedisCacheManager.builder(RedisNearCache.writer(
                            writer,
                            near,
                            (name, delegate) -> new RedisNearCache(
                                    "cacheManager",
                                    name,
                                    false,
                                    Duration.ofSeconds(60),
                                    near,
                                    delegate,
                                    true,
                                    CacheStatisticsCollector.none(),
                                    connections,
                                    RedisCacheConfiguration.defaultCacheConfig())))
                    .build();
        }
    }

    private static final class NoTransactions extends AbstractPlatformTransactionManager {

        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction() {
            return this;
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }
}
