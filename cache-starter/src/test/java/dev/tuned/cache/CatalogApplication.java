/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;

/** An application as it was before the starter: plain annotations and nothing else. */
@Configuration(proxyBeanMethods = false)
@EnableCaching
@Import(CatalogApplication.Catalog.class)
public class CatalogApplication {

    /** A context with the auto-configurations that matter, and Couchbase on a port. */
    static ApplicationContextRunner on(int port) {
        return withoutStarter(port)
                .withConfiguration(
                        AutoConfigurations.of(CacheAutoConfiguration.class, NearCacheAutoConfiguration.class))
                // Its polls would be among the commands that are counted.
                .withPropertyValues("tuned.cache.invalidation.mode=none");
    }

    static ApplicationContextRunner withoutStarter(int port) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        PlainPasswordAutoConfiguration.class,
                        CouchbaseAutoConfiguration.class,
                        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class))
                .withPropertyValues(MockCouchbase.properties(port))
                .withUserConfiguration(CatalogApplication.class);
    }

    /** The slow source of products. */
    public static class Catalog {

        private final Map<String, Product> source = new ConcurrentHashMap<>();
        private final AtomicInteger loads = new AtomicInteger();
        private volatile Runnable beforeLoad = () -> {};

        /** Lets the source fail or wait. */
        public void beforeLoad(Runnable action) {
            beforeLoad = action;
        }

        public int loads() {
            return loads.get();
        }

        public void store(Product product) {
            source.put(product.id(), product);
        }

        @Cacheable("products")
        public Optional<Product> find(String id) {
            return Optional.ofNullable(load(id));
        }

        @Cacheable("future-products")
        public CompletableFuture<Product> findLater(String id) {
            return CompletableFuture.supplyAsync(() -> load(id));
        }

        @Cacheable("mono-products")
        public Mono<Product> findReactively(String id) {
            return Mono.fromSupplier(() -> load(id));
        }

        @Cacheable("product-lists")
        public List<Product> findAll(String first, String second) {
            return List.of(load(first), load(second));
        }

        @CachePut(cacheNames = "products", key = "#product.id")
        public Product update(Product product) {
            store(product);
            return product;
        }

        @CacheEvict("products")
        public void remove(String id) {
            source.remove(id);
        }

        @CacheEvict(cacheNames = "products", allEntries = true)
        public void removeAll() {
            source.clear();
        }

        private Product load(String id) {
            loads.incrementAndGet();
            beforeLoad.run();
            return source.get(id);
        }
    }
}
