/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.providers;

import java.util.List;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;

/** Without any provider on the class path. */
final class PlainRows {

    private PlainRows() {}

    static List<Row> rows() {
        return List.of(
                Row.of("nothing said", Row.Plain.class),
                Row.of("cache names", Row.Plain.class, "--spring.cache.cache-names=items"),
                Row.of("type simple", Row.Plain.class, "--spring.cache.type=simple"),
                Row.of("customizer", Customized.class),
                Row.of("switched off", Row.Plain.class, "--tuned.cache.enabled=false"));
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class Customized extends WithShop {
        @Bean
        CacheManagerCustomizer<ConcurrentMapCacheManager> customizer() {
            return manager -> manager.setCacheNames(List.of("items"));
        }
    }
}
