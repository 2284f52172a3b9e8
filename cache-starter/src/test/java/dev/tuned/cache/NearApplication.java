/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.boot.data.couchbase.autoconfigure.DataCouchbaseAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;

/** An instance of an application with a store for its caches; several of them can run in one JVM. */
public final class NearApplication implements AutoCloseable {

    /** A property for tests in which nothing may be given up, however busy the machine is. */
    public static final String PATIENT = "tuned.cache.hard-timeout=20s";

    private final ConfigurableApplicationContext context;

    private NearApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts an instance whose cache {@code products} is near. */
    public static NearApplication near(Store store, String... properties) {
        List<String> all = new ArrayList<>(List.of("tuned.cache.near=products"));
        all.addAll(List.of(properties));
        return start(store, List.of(), all);
    }

    /** Starts an instance without any near cache. */
    public static NearApplication stock(Store store, String... properties) {
        return start(store, List.of(), List.of(properties));
    }

    /** Starts an instance with further configuration. */
    public static NearApplication start(Store store, List<Class<?>> configuration, List<String> properties) {
        List<Class<?>> sources = new ArrayList<>(List.of(Application.class, store.configuration()));
        sources.addAll(configuration);
        List<String> all = new ArrayList<>(List.of(
                "spring.main.web-application-type=none", "spring.main.banner-mode=off", "spring.jmx.enabled=false"));
        all.addAll(store.properties());
        all.addAll(properties);
        return new NearApplication(new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .properties(all.toArray(String[]::new))
                .run());
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public Products products() {
        return bean(Products.class);
    }

    public Cache cache(String name) {
        Cache cache = bean(CacheManager.class).getCache(name);
        if (cache == null) {
            throw new IllegalStateException("There is no cache " + name);
        }
        return cache;
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Application {

        @Bean
        Products products() {
            return new Products();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        PropertyPlaceholderAutoConfiguration.class,
        DataRedisAutoConfiguration.class,
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class
    })
    static class Redis {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        PropertyPlaceholderAutoConfiguration.class,
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class
    })
    static class Nothing {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        PropertyPlaceholderAutoConfiguration.class,
        CouchbaseAutoConfiguration.class,
        DataCouchbaseAutoConfiguration.class,
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class
    })
    static class Couchbase {}

    /** What the cached values come from: one source for all instances in the JVM. */
    public static class Products {

        /** The source. */
        public static final Map<String, String> SOURCE = new ConcurrentHashMap<>();

        private final AtomicInteger calls = new AtomicInteger();
        private volatile Duration slow = Duration.ZERO;

        @Cacheable("products")
        public String find(String id) throws InterruptedException {
            calls.incrementAndGet();
            Thread.sleep(slow.toMillis());
            return SOURCE.get(id);
        }

        @Cacheable(cacheNames = "products", sync = true)
        public String findOnce(String id) throws InterruptedException {
            return find(id);
        }

        @CachePut(cacheNames = "products", key = "#id")
        public String put(String id, String value) {
            SOURCE.put(id, value);
            return value;
        }

        @CacheEvict("products")
        public void evict(String id) {}

        @CacheEvict(cacheNames = "products", key = "#id")
        public void change(String id, String value) {
            SOURCE.put(id, value);
        }

        @CacheEvict(cacheNames = "products", allEntries = true)
        public void evictAll() {}

        /** How often it was read. */
        public int calls() {
            return calls.get();
        }

        /** How long each read takes. */
        public void setSlow(Duration slow) {
            this.slow = slow;
        }
    }
}
