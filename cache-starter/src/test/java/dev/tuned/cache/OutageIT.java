/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.Cache;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheErrorHandler;
import org.springframework.cache.interceptor.SimpleCacheErrorHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What callers see while Redis does not answer, with both clients and their time-out of a minute. */
@NeedsRedis
@Timeout(120)
@Tag("thorough")
class OutageIT {

    private static final Duration WAIT = Duration.ofSeconds(20);

    private RedisServer redis;

    @BeforeEach
    void startRedis() {
        redis = RedisServer.start();
        Products.SOURCE.clear();
        Products.SOURCE.put("1", "a");
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    private NearApplication start(String client, Class<?>... configuration) {
        NearApplication application = NearApplication.start(
                redis,
                List.of(configuration),
                List.of(
                        "tuned.cache.near=products",
                        "spring.data.redis.client-type=" + client,
                        "spring.data.redis.timeout=60s"));
        await().atMost(WAIT).until(() -> near(application).channel().isConnected());
        return application;
    }

    private static NearStore near(NearApplication application) {
        return application.bean(NearManagers.class).stores().get(0);
    }

    @Test
    void firstConnectionIsMadeAtTheStart() {
        try (RedisServer server = RedisServer.start();
                NearApplication application = NearApplication.near(server)) {
            await().atMost(WAIT).until(() -> near(application).channel().isConnected());
            application.cache("products").get("1");
            assertThat(near(application).reads().failures()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void pausedRedisFailsNoCall(String client) throws InterruptedException {
        try (NearApplication application = start(client)) {
            Products products = application.products();
            assertThat(products.find("1")).isEqualTo("a");
            await().atMost(WAIT).until(() -> redis.has("products::1"));
            redis.pause();
            try {
                for (int i = 0; i < 20; i++) {
                    products.change("1", "new");
                    assertThat(products.find("1")).isEqualTo("new");
                    products.put("2", "two");
                    assertThat(products.findOnce("2")).isEqualTo("two");
                    products.evictAll();
                }
                assertThat(near(application).changes().isOpen()).isTrue();
            } finally {
                redis.resume();
            }
            await().atMost(WAIT).until(() -> near(application).pending() == 0);
            assertThat(products.find("1")).isEqualTo("new");
            await().atMost(WAIT).until(() -> !near(application).changes().isOpen());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void killedRedisIsUsedAgainWhenItIsBack(String client) throws InterruptedException {
        try (NearApplication application = start(client)) {
            Products products = application.products();
            assertThat(products.find("1")).isEqualTo("a");
            redis.kill();
            for (int i = 0; i < 20; i++) {
                assertThat(products.find("1")).isNotNull();
                products.change("1", "v" + i);
                assertThat(products.find("1")).isEqualTo("v" + i);
            }
            redis.restart();

            await().atMost(WAIT)
                    .until(() -> near(application).channel().isConnected()
                            && near(application).pending() == 0);
            await().atMost(WAIT).until(() -> {
                products.evict("1");
                products.find("1");
                return redis.has("products::1");
            });
            assertThat(products.find("1")).isEqualTo("v19");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void applicationStartsWithoutRedis(String client) throws InterruptedException {
        redis.kill();
        try (NearApplication application = NearApplication.near(redis, "spring.data.redis.client-type=" + client)) {
            assertThat(application.products().find("1")).isEqualTo("a");
            redis.restart();
            await().atMost(WAIT).until(() -> near(application).channel().isConnected());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void subscriptionThatIsKilledIsReplaced(String client) {
        try (NearApplication application = start(client);
                NearApplication other = start(client)) {
            long lost = near(application).channel().lost();
            long othersLost = near(other).channel().lost();
            redis.command("CLIENT KILL TYPE pubsub");
            // A put meanwhile is deleted again: what was changed elsewhere is not known.
            await().atMost(WAIT)
                    .until(() -> near(application).channel().lost() > lost
                            && near(other).channel().lost() > othersLost);
            other.cache("products").put("1", "old");
            await().atMost(WAIT).until(() -> {
                application.cache("products").get("1");
                return near(application).memory().size() == 1
                        && near(application).channel().isConnected();
            });

            other.cache("products").put("1", "new");

            await().atMost(Duration.ofSeconds(5))
                    .until(() -> "new".equals(application.cache("products").get("1", String.class)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONFIG SET maxmemory 1", "REPLICAOF 127.0.0.1 1"})
    void redisThatRefusesChangesFailsNoCall(String command) throws InterruptedException {
        try (NearApplication application = start("lettuce")) {
            Products products = application.products();
            redis.command(command);
            products.put("2", "two");
            products.change("1", "new");
            assertThat(products.find("1")).isEqualTo("new");
            assertThat(products.findOnce("2")).isEqualTo("two");
            assertThat(near(application).reads().isOpen()).isFalse();
            redis.command("CONFIG SET maxmemory 0");
            redis.command("REPLICAOF NO ONE");
            await().atMost(WAIT).until(() -> near(application).pending() == 0);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnHandler implements CachingConfigurer {

        private final AtomicReference<String> handled = new AtomicReference<>("");

        @Bean
        AtomicReference<String> handled() {
            return handled;
        }

        @Override
        public CacheErrorHandler errorHandler() {
            return new SimpleCacheErrorHandler() {
                @Override
                public void handleCacheGetError(RuntimeException exception, Cache cache, Object key) {
                    handled.accumulateAndGet("get " + cache.getName() + " " + key + ";", String::concat);
                }

                @Override
                public void handleCacheEvictError(RuntimeException exception, Cache cache, Object key) {
                    handled.accumulateAndGet("evict " + cache.getName() + " " + key + ";", String::concat);
                }
            };
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void applicationsOwnErrorHandlerIsNotified(String client) throws InterruptedException {
        try (NearApplication application = start(client, OwnHandler.class)) {
            redis.pause();
            try {
                assertThat(application.products().find("1")).isEqualTo("a");
                application.products().evict("1");
                assertThat(application.cache("products").get("1")).isNull();
            } finally {
                redis.resume();
            }
            assertThat(application.bean(AtomicReference.class).get())
                    .asString()
                    .contains("get products 1;", "evict products 1;");
        }
    }
}
