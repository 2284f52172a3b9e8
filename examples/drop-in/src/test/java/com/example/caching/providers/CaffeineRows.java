/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.providers;

import java.util.List;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.CaffeineSpec;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.interceptor.CacheErrorHandler;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.cache.interceptor.LoggingCacheErrorHandler;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** With Caffeine on the class path. */
final class CaffeineRows {

    private CaffeineRows() {}

    static List<Row> rows() {
        return List.of(
                Row.of("nothing said", Row.Plain.class),
                Row.of("lazy initialization", Row.Plain.class, "--spring.main.lazy-initialization=true"),
                Row.of("cache names", Row.Plain.class, "--spring.cache.cache-names=items,others"),
                Row.of("specification", Row.Plain.class, "--spring.cache.caffeine.spec=maximumSize=5"),
                Row.of(
                        "specification and names",
                        Row.Plain.class,
                        "--spring.cache.caffeine.spec=maximumSize=5",
                        "--spring.cache.cache-names=items"),
                Row.of("type caffeine", Row.Plain.class, "--spring.cache.type=caffeine"),
                Row.of("type simple", Row.Plain.class, "--spring.cache.type=simple"),
                Row.of("type none", Row.Plain.class, "--spring.cache.type=none"),
                Row.of("type generic", Row.Plain.class, "--spring.cache.type=generic"),
                Row.of("switched off", Row.Plain.class, "--tuned.cache.enabled=false"),
                Row.of("own manager", OwnManager.class),
                Row.of("two managers", TwoManagers.class),
                Row.of("own caches", OwnCaches.class),
                Row.of("own Caffeine", OwnCaffeine.class),
                Row.of("own specification", OwnSpecification.class),
                Row.of("own loader", OwnLoader.class),
                Row.of("own resolver", OwnResolver.class),
                Row.of("customizer of Caffeine", CaffeineCustomizer.class),
                Row.of("customizer of any", AnyCustomizer.class),
                Row.of("configurer with an error handler", ErrorHandling.class),
                Row.of("configurer with a key generator", OneKey.class),
                Row.of("configurer with a manager", Configurer.class),
                Row.of("post-processor", PostProcessing.class),
                Row.of("bean that wants CaffeineCacheManager", Wanting.class),
                Row.of("key and key generator", BadKeys.class));
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class OwnManager extends WithShop {
        @Bean
        CacheManager manager() {
            return new ConcurrentMapCacheManager("items");
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class TwoManagers extends WithShop {
        @Bean
        @Primary
        CacheManager one() {
            return new ConcurrentMapCacheManager("items");
        }

        @Bean
        CacheManager other() {
            return new CaffeineCacheManager("others");
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class OwnCaches extends WithShop {
        @Bean
        Cache items() {
            return new ConcurrentMapCache("items");
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class OwnCaffeine extends WithShop {
        @Bean
        Caffeine<Object, Object> caffeine() {
            return Caffeine.newBuilder().maximumSize(5);
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class OwnSpecification extends WithShop {
        @Bean
        CaffeineSpec specification() {
            return CaffeineSpec.parse("maximumSize=5");
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class OwnLoader extends WithShop {
        @Bean
        CacheLoader<Object, Object> loader() {
            return key -> "loaded " + key;
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class OwnResolver extends WithShop {
        @Bean
        CacheResolver cacheResolver() {
            return new SimpleCacheResolver(new ConcurrentMapCacheManager());
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class CaffeineCustomizer extends WithShop {
        @Bean
        CacheManagerCustomizer<CaffeineCacheManager> customizer() {
            return manager -> manager.setCacheNames(List.of("items"));
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class AnyCustomizer extends WithShop {
        @Bean
        CacheManagerCustomizer<CacheManager> customizer() {
            return manager -> manager.getCache("items").put("absent", "put by the customizer");
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class ErrorHandling extends WithShop implements CachingConfigurer {
        @Override
        public CacheErrorHandler errorHandler() {
            return new LoggingCacheErrorHandler();
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class OneKey extends WithShop implements CachingConfigurer {
        @Override
        public KeyGenerator keyGenerator() {
            return (target, method, parameters) -> "one";
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class Configurer extends WithShop implements CachingConfigurer {
        private final CacheManager manager = new ConcurrentMapCacheManager("items");

        @Override
        public CacheManager cacheManager() {
            return manager;
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class PostProcessing extends WithShop {
        @Bean
        static BeanPostProcessor names() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (bean instanceof CaffeineCacheManager manager) {
                        manager.setCacheNames(List.of("items"));
                    }
                    return bean;
                }
            };
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class Wanting extends WithShop {
        @Bean
        String specification(CaffeineCacheManager manager) {
            return manager.toString();
        }
    }

    @EnableAutoConfiguration
    @EnableCaching
    static class BadKeys extends WithShop {
        @Bean
        Object bad() {
            return new Object() {
                @Cacheable(cacheNames = "items", key = "#a0", keyGenerator = "any")
                public String both(String id) {
                    return id;
                }
            };
        }
    }
}
