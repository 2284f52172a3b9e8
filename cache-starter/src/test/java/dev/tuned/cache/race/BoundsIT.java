/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.race;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.fault.Stalls;
import dev.tuned.cache.fault.StoreProxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** For how long another instance gives the old value after one change that nothing else disturbs. */
@NeedsRedis
@Timeout(120)
@Tag("thorough")
class BoundsIT {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration TTL = Duration.ofSeconds(1);

    private static RedisServer redis;

    private StoreProxy proxy;
    private Stalls stalls;
    private NearApplication one;
    private NearApplication other;

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
        proxy = new StoreProxy(redis.port());
        stalls = new Stalls();
    }

    @AfterEach
    void stop() {
        one.close();
        other.close();
        proxy.close();
        stalls.close();
    }

    private void startInstances(String... properties) {
        one = NearApplication.near(redis, properties);
        List<String> all = new ArrayList<>(List.of(properties));
        all.add(proxy.property());
        other = NearApplication.near(redis, all.toArray(String[]::new));
        await().atMost(SOON).until(() -> isConnected(one) && isConnected(other));
    }

    private static boolean isConnected(NearApplication application) {
        return application.bean(NearManagers.class).stores().get(0).channel().isConnected();
    }

    private static String find(NearApplication application) {
        try {
            return application.products().find("1");
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** Reads until the value comes from memory. */
    private void warm() {
        await().atMost(SOON).until(() -> {
            long before = hits();
            find(other);
            return hits() > before;
        });
    }

    private long hits() {
        return other.bean(NearManagers.class).caches().stream()
                .mapToLong(cache -> cache.hits.sum())
                .sum();
    }

    /** How long the other instance gives the old value from now on. */
    private Duration old(String value) {
        long begun = System.nanoTime();
        long last = begun;
        while (!find(other).equals(value)) {
            last = System.nanoTime();
            assertThat(last - begun).as("nanoseconds with the old value").isLessThan(SOON.toNanos());
            Database.sleep(1);
        }
        return Duration.ofNanos(last - begun);
    }

    private void assertWithin(Duration bound) {
        assertThat(old("new")).isLessThanOrEqualTo(stalls.allow(bound));
    }

    @Test
    void allIsWell() {
        startInstances();
        List<Duration> evicts = new ArrayList<>();
        List<Duration> puts = new ArrayList<>();
        List<Duration> clears = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            warm();
            one.products().change("1", "changed" + i);
            evicts.add(old("changed" + i));
            warm();
            one.products().put("1", "put" + i);
            puts.add(old("put" + i));
            warm();
            Products.SOURCE.put("1", "cleared" + i);
            one.products().evictAll();
            clears.add(old("cleared" + i));
        }
        Duration bound = stalls.allow(Duration.ofMillis(200));
        assertThat(Collections.max(evicts)).isLessThanOrEqualTo(bound);
        assertThat(Collections.max(puts)).isLessThanOrEqualTo(bound);
        assertThat(Collections.max(clears)).isLessThanOrEqualTo(bound);
    }

    @Test
    void subscriptionThatSaysNothing() {
        startInstances();
        warm();
        assertThat(proxy.loseSubscriptions()).isEqualTo(1);

        one.products().change("1", "new");

        assertWithin(Duration.ofSeconds(3));
    }

    @Test
    void instanceWithoutTheStarter() {
        startInstances("tuned.cache.ttl=" + TTL.toSeconds() + "s");
        try (NearApplication stock = NearApplication.stock(redis)) {
            warm();
            stock.products().change("1", "new");
            await().atMost(SOON).until(() -> !redis.command("GET products::1").contains("old"));
            assertWithin(TTL);
        }
    }

    /** As if the writer had ended between the change and its notification. */
    @Test
    void entryDeletedByHand() {
        startInstances("tuned.cache.ttl=" + TTL.toSeconds() + "s");
        warm();
        Products.SOURCE.put("1", "new");

        redis.command("DEL products::1");

        assertWithin(TTL);
    }

    @Test
    void changeBehindTheCache() {
        startInstances("tuned.cache.ttl=" + TTL.toSeconds() + "s", "spring.cache.redis.time-to-live=1s");
        warm();

        Products.SOURCE.put("1", "new");

        assertWithin(TTL.plusSeconds(1));
    }
}
