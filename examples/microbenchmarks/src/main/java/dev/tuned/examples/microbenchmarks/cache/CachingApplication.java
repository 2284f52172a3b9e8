/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.cache;

import java.util.Objects;

import com.github.benmanes.caffeine.cache.CaffeineSpec;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;

/** An application with {@code @Cacheable} methods, on the near cache or on the cache manager that Spring Boot has for Caffeine. */
final class CachingApplication implements AutoCloseable {

    static final CaffeineSpec USUAL_SPEC = CaffeineSpec.parse("maximumSize=10000,expireAfterWrite=1h");

    private final ConfigurableApplicationContext context;

    private CachingApplication(String property) {
        this.context = new SpringApplicationBuilder(Configured.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .properties(property)
                .run();
    }

    static CachingApplication tuned() {
        return new CachingApplication("tuned.cache.defaults.l1.ttl=1h");
    }

    static CachingApplication spring(CaffeineSpec spec) {
        return new CachingApplication("spring.cache.caffeine.spec=" + spec.toParsableString());
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    Cache cache() {
        return Objects.requireNonNull(bean(CacheManager.class).getCache("products"));
    }

    @Override
    public void close() {
        context.close();
    }

    /** What the caches stand in front of. */
    static class Products {

        @Cacheable("products")
        public String find(String id) {
            return "product " + id;
        }

        @Cacheable(cacheNames = "products", sync = true)
        public String findInSync(String id) {
            return "product " + id;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class,
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class
    })
    static class Configured {

        @Bean
        Products products() {
            return new Products();
        }
    }
}
