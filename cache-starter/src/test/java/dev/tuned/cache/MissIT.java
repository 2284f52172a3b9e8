/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.CacheStatistics;
import org.springframework.data.redis.cache.RedisCache;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A miss asks Redis past Spring's writer, where that one would do the same. */
@NeedsRedis
@ExtendWith(OutputCaptureExtension.class)
class MissIT {

    private RedisServer redis;

    @BeforeEach
    void startRedis() {
        redis = RedisServer.start();
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    /** The first read, which may connect, is by the writer. */
    private static void connect(NearApplication application) {
        application.cache("products").get("first");
        application.cache("products").get("first");
    }

    @Test
    void countsAsSpringsWriter() {
        String statistics = "spring.cache.redis.enable-statistics=true";
        try (NearApplication stock = NearApplication.stock(redis, statistics);
                NearApplication near = NearApplication.near(redis, statistics);
                NearApplication other = NearApplication.stock(redis)) {
            for (NearApplication application : List.of(stock, near)) {
                connect(application);
                Cache cache = application.cache("products");
                for (int i = 0; i < 3; i++) {
                    String key = application.hashCode() + "-" + i;
                    assertThat(cache.get(key)).isNull();
                    cache.put(key, "value");
                    await().until(() -> redis.has("products::" + key));
                }
                put(other, application.hashCode() + "-other");
                assertThat(cache.get(application.hashCode() + "-other")).isNotNull();
            }
            await().untilAsserted(() -> assertThat(counts(near)).isEqualTo(counts(stock)));
        }
    }

    private static List<Long> counts(NearApplication application) {
        CacheStatistics statistics = ((RedisCache) application.cache("products")).getStatistics();
        return List.of(statistics.getGets(), statistics.getHits(), statistics.getMisses(), statistics.getPuts());
    }

    private void put(NearApplication application, String key) {
        application.cache("products").put(key, "value");
        await().until(() -> redis.has("products::" + key));
    }

    @Test
    void givesWhatIsThereIfRedisDoesNotSayHowLong(CapturedOutput output) {
        try (NearApplication near = NearApplication.near(redis);
                NearApplication other = NearApplication.stock(redis)) {
            connect(near);
            put(other, "key");
            redis.command("ACL SETUSER default -pttl");
            for (int i = 0; i < 3; i++) {
                assertThat(near.cache("products").get("key", String.class)).isEqualTo("value");
            }
            await().untilAsserted(() ->
                    assertThat(output).contains("a read failed with").contains("pttl"));
        }
    }

    @Test
    void waitsForTheLockOfALockingWriter() {
        try (NearApplication near =
                        NearApplication.start(redis, List.of(Locking.class), List.of("tuned.cache.near=products"));
                NearApplication other = NearApplication.stock(redis)) {
            connect(near);
            put(other, "key");
            redis.command("SET products~lock x");
            // For as long as a read may take.
            assertThat(near.cache("products").get("key")).isNull();
            redis.command("DEL products~lock");
            assertThat(near.cache("products").get("key", String.class)).isEqualTo("value");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Locking {

        @Bean
        RedisCacheManager cacheManager(RedisConnectionFactory connections) {
            return RedisCacheManager.builder(RedisCacheWriter.lockingRedisCacheWriter(connections))
                    .build();
        }
    }
}
