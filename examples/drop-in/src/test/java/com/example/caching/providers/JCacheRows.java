/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.providers;

import java.util.List;

import javax.cache.annotation.CacheResult;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.spi.CachingProvider;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.JCacheManagerCustomizer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;

/** With Caffeine and Ehcache on the class path. */
final class JCacheRows {

    private static final String CONFIG = "--spring.cache.jcache.config=classpath:caching/ehcache.xml";

    private JCacheRows() {}

    static List<Row> rows() {
        return List.of(
                Row.of("nothing said", Row.Plain.class),
                Row.of("configuration of Ehcache", Row.Plain.class, CONFIG),
                Row.of(
                        "provider and configuration",
                        Row.Plain.class,
                        "--spring.cache.jcache.provider=org.ehcache.jsr107.EhcacheCachingProvider",
                        CONFIG),
                Row.of("cache names", Row.Plain.class, "--spring.cache.cache-names=items"),
                Row.of("type jcache", Row.Plain.class, "--spring.cache.type=jcache", CONFIG),
                Row.of("type caffeine", Row.Plain.class, "--spring.cache.type=caffeine"),
                Row.of("customizer", Customized.class),
                Row.of("own manager", OwnManager.class),
                Row.of("JSR-107 annotations", Annotated.class, CONFIG),
                Row.of("switched off", Row.Plain.class, "--tuned.cache.enabled=false"));
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class Customized extends WithShop {
        @Bean
        JCacheManagerCustomizer customizer() {
            return manager -> {
                if (manager.getCache("items") == null) {
                    manager.createCache("items", new MutableConfiguration<>());
                }
            };
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class OwnManager extends WithShop {
        @Bean(destroyMethod = "close")
        javax.cache.CacheManager manager() throws Exception {
            CachingProvider provider = javax.cache.Caching.getCachingProvider();
            return provider.getCacheManager(
                    JCacheRows.class.getResource("/caching/ehcache.xml").toURI(), JCacheRows.class.getClassLoader());
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class Annotated {
        @Bean
        Shop shop() {
            return new JsrShop();
        }
    }

    /** Caches by the annotations of JSR-107. */
    static class JsrShop extends Shop {
        @Override
        @CacheResult(cacheName = "items")
        public String item(String id) {
            return super.item(id);
        }
    }
}
