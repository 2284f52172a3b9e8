/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.providers;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.cache.RedisCacheConfiguration;

/** With Caffeine and Redis's client on the class path. There is no server: it is not asked for anything. */
final class RedisRows {

    private RedisRows() {}

    private static Row row(String name, Class<?> source, String... arguments) {
        return new Row(name, source, false, arguments);
    }

    static List<Row> rows() {
        return List.of(
                row("nothing said", Row.Plain.class),
                row("time to live", Row.Plain.class, "--spring.cache.redis.time-to-live=1m"),
                row("server", Row.Plain.class, "--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=9"),
                row("cache names", Row.Plain.class, "--spring.cache.cache-names=items"),
                row("type redis", Row.Plain.class, "--spring.cache.type=redis"),
                row("type caffeine", Row.Plain.class, "--spring.cache.type=caffeine"),
                row("own configuration", OwnConfiguration.class),
                row("customizer", Customized.class),
                row("switched off", Row.Plain.class, "--tuned.cache.enabled=false"));
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class OwnConfiguration extends WithShop {
        @Bean
        RedisCacheConfiguration configuration() {
            return RedisCacheConfiguration.defaultCacheConfig().entryTtl(Duration.ofMinutes(1));
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class Customized extends WithShop {
        @Bean
        RedisCacheManagerBuilderCustomizer customizer() {
            return builder -> builder.disableCreateOnMissingCache();
        }
    }
}
