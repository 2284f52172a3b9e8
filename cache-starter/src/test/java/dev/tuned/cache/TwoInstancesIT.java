/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueWrapper;

import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two instances with {@code tuned.cache.near=products} and one Redis. */
@NeedsRedis
class TwoInstancesIT {

    private static RedisServer redis;

    private NearApplication one;
    private NearApplication two;

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
        one = NearApplication.near(redis);
        two = NearApplication.near(redis);
        await().atMost(Duration.ofSeconds(10)).until(() -> isConnected(one) && isConnected(two));
    }

    @AfterEach
    void stop() {
        one.close();
        two.close();
    }

    private static boolean isConnected(NearApplication application) {
        return application.bean(NearManagers.class).stores().stream()
                .allMatch(redis -> redis.channel().isConnected());
    }

    private static long hits(NearApplication application) {
        return application.bean(NearManagers.class).caches().stream()
                .mapToLong(cache -> cache.hits.sum())
                .sum();
    }

    /** Reads until the value comes from memory. */
    private static void warm(NearApplication application, String id) {
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            long before = hits(application);
            application.products().find(id);
            return hits(application) > before;
        });
    }

    @Test
    void valueComesFromMemoryAndWasLoadedOnce() throws InterruptedException {
        assertThat(one.products().find("1")).isEqualTo("old");
        await().atMost(Duration.ofSeconds(5)).until(() -> redis.has("products::1"));

        warm(two, "1");
        assertThat(two.products().find("1")).isEqualTo("old");

        assertThat(one.products().calls() + two.products().calls()).isEqualTo(1);
    }

    @Test
    void evictReachesTheOtherInstance() {
        warm(one, "1");
        warm(two, "1");

        one.products().change("1", "new");

        await().atMost(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(two.products().find("1")).isEqualTo("new"));
        assertThat(one.bean(NearManagers.class).stores().get(0).channel().sent())
                .isPositive();
        assertThat(two.bean(NearManagers.class).stores().get(0).channel().received())
                .isPositive();
    }

    @Test
    void putReachesTheOtherInstance() {
        warm(one, "1");
        warm(two, "1");

        one.products().put("1", "new");

        await().atMost(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(two.products().find("1")).isEqualTo("new"));
    }

    /** It may decide which instance does something. */
    @Test
    void putIfAbsentThatFindsAValueChangesNothing() {
        Cache first = one.cache("products");
        Cache second = two.cache("products");
        assertThat(first.putIfAbsent("once", "one")).isNull();

        for (int i = 0; i < 20; i++) {
            assertThat(second.putIfAbsent("once", "two"))
                    .extracting(ValueWrapper::get)
                    .isEqualTo("one");
            assertThat(first.putIfAbsent("once", "one again"))
                    .extracting(ValueWrapper::get)
                    .isEqualTo("one");
        }

        // Had one of them been published, it would have been before this.
        second.put("another", "two");
        NearStore store = one.bean(NearManagers.class).stores().get(0);
        await().atMost(Duration.ofSeconds(10)).until(() -> store.channel().received() > 0);
        assertThat(store.channel().received()).isEqualTo(1);
        assertThat(store.pending()).isZero();
        assertThat(redis.command("GET products::once")).contains("one");
    }

    @Test
    void clearReachesTheOtherInstance() {
        warm(one, "1");
        warm(two, "1");
        Products.SOURCE.put("1", "new");

        one.products().evictAll();

        await().atMost(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(two.products().find("1")).isEqualTo("new"));
    }

    @Test
    void ownChangeIsReadAtOnce() throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            one.products().put("1", "v" + i);
            assertThat(one.products().find("1")).isEqualTo("v" + i);
            one.products().change("1", "w" + i);
            assertThat(one.products().find("1")).isEqualTo("w" + i);
        }
    }
}
