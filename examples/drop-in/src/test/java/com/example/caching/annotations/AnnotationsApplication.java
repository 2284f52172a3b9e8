/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.annotations;

import java.util.List;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Uses every annotation of Spring's cache abstraction, and caches themselves. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
public class AnnotationsApplication {

    public static void main(String[] args) {
        SpringApplication.run(AnnotationsApplication.class, args);
    }

    @Bean
    ApplicationRunner rows(
            Environment environment,
            ManagerRows manager,
            AnnotationRows annotations,
            CacheRows caches,
            ReactiveRows reactive) {
        return arguments -> {
            if (environment.containsProperty("app.async")) {
                caches.runAsync();
                reactive.runAsync();
            } else {
                manager.run();
                annotations.run();
                caches.run();
                reactive.run();
            }
        };
    }

    @Bean
    @ConditionalOnProperty("app.async")
    CacheManagerCustomizer<CaffeineCacheManager> asyncMode() {
        return manager -> manager.setAsyncCacheMode(true);
    }

    @Bean
    KeyGenerator upperCaseKeys() {
        return (target, method, parameters) -> String.valueOf(parameters[0]).toUpperCase();
    }

    @Bean
    CacheResolver byFirstArgument(CacheManager manager) {
        return context -> List.of(manager.getCache("of " + context.getArgs()[0]));
    }
}
