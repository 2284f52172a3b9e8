/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Every form in which Spring's annotations appear on a method, in front of one source. */
@Configuration(proxyBeanMethods = false)
@EnableCaching
@Import({AnnotatedApplication.Source.class, AnnotatedApplication.Reads.class, AnnotatedApplication.Writes.class})
public class AnnotatedApplication {

    /** What the methods return, and how often it was asked for. */
    static class Source {

        final AtomicInteger calls = new AtomicInteger();
        volatile @Nullable Product product;
        volatile @Nullable RuntimeException failure;

        @Nullable
        Product call() {
            calls.incrementAndGet();
            RuntimeException error = failure;
            if (error != null) {
                throw error;
            }
            return product;
        }

        CompletableFuture<@Nullable Product> callLater() {
            return CompletableFuture.supplyAsync((Supplier<@Nullable Product>) this::call);
        }
    }

    static class Reads {

        private final Source source;

        Reads(Source source) {
            this.source = source;
        }

        @Cacheable("plain")
        public @Nullable Product plain(String id) {
            return source.call();
        }

        @Cacheable(cacheNames = "sync", sync = true)
        public @Nullable Product sync(String id) {
            return source.call();
        }

        @Cacheable("optional")
        public Optional<Product> optional(String id) {
            return Optional.ofNullable(source.call());
        }

        @Cacheable("future")
        public CompletableFuture<@Nullable Product> future(String id) {
            return source.callLater();
        }

        @Cacheable(cacheNames = "sync-future", sync = true)
        public CompletableFuture<@Nullable Product> syncFuture(String id) {
            return source.callLater();
        }

        @Cacheable("mono")
        public Mono<Product> mono(String id) {
            return Mono.fromSupplier(source::call);
        }

        @Cacheable(cacheNames = "sync-mono", sync = true)
        public Mono<Product> syncMono(String id) {
            return Mono.fromSupplier(source::call);
        }

        @Cacheable("flux")
        public Flux<Product> flux(String id) {
            return Flux.defer(() -> Mono.justOrEmpty(source.call()));
        }

        @Cacheable(cacheNames = "sync-flux", sync = true)
        public Flux<Product> syncFlux(String id) {
            return Flux.defer(() -> Mono.justOrEmpty(source.call()));
        }

        @Cacheable("cleared")
        public @Nullable Product cleared(String id) {
            return source.call();
        }

        @Cacheable(cacheNames = "unless", unless = "#result == null || #result.version() < 0")
        public @Nullable Product unless(String id) {
            return source.call();
        }

        @Cacheable(cacheNames = "condition", condition = "#id.startsWith('cached')")
        public @Nullable Product condition(String id) {
            return source.call();
        }

        @Cacheable({"first", "second"})
        public @Nullable Product inTwoRegions(String id) {
            return source.call();
        }

        @Cacheable(
                cacheNames = {"first", "second"},
                sync = true)
        public @Nullable Product syncInTwoRegions(String id) {
            return source.call();
        }

        @Caching(
                cacheable = {
                    @Cacheable(cacheNames = "first", unless = "#result.version() >= 0"),
                    @Cacheable(cacheNames = "second", unless = "#result.version() < 0")
                })
        public @Nullable Product oneOfTwoRegions(String id) {
            return source.call();
        }
    }

    @CacheConfig(cacheNames = "plain")
    static class Writes {

        @CachePut(key = "#product.id()")
        public Product put(Product product) {
            return product;
        }

        @CachePut(key = "#product.id()")
        public CompletableFuture<Product> putLater(Product product) {
            return CompletableFuture.completedFuture(product);
        }

        @CachePut(key = "#product.id()")
        public Mono<Product> putReactively(Product product) {
            return Mono.just(product);
        }

        @CachePut(key = "#product.id()", unless = "#result.version() < 0", condition = "#product.version() != 0")
        public Product putSome(Product product) {
            return product;
        }

        @CacheEvict
        public void evict(String id) {}

        @CacheEvict
        public CompletableFuture<Void> evictLater(String id) {
            return CompletableFuture.completedFuture(null);
        }

        @CacheEvict
        public Mono<Void> evictReactively(String id) {
            return Mono.empty();
        }

        @CacheEvict
        public void evictAndFail(String id) {
            throw new IllegalStateException("after the fact");
        }

        @CacheEvict(beforeInvocation = true)
        public void evictFirstAndFail(String id) {
            throw new IllegalStateException("after the fact");
        }

        @CacheEvict(cacheNames = "cleared", allEntries = true)
        public void clear() {}

        @CacheEvict(cacheNames = "cleared", allEntries = true, beforeInvocation = true)
        public void clearFirstAndFail() {
            throw new IllegalStateException("after the fact");
        }

        @Caching(
                put = @CachePut(cacheNames = "first", key = "#product.id()"),
                evict = {
                    @CacheEvict(cacheNames = "second", key = "#product.id()"),
                    @CacheEvict(cacheNames = "cleared", allEntries = true)
                })
        public Product putHereAndEvictThere(Product product) {
            return product;
        }
    }

    /** The forms of reads, each as a call that gives what there is: one product, or a list of it. */
    enum Form {
        PLAIN,
        SYNC,
        OPTIONAL,
        FUTURE,
        SYNC_FUTURE,
        MONO,
        SYNC_MONO,
        FLUX,
        SYNC_FLUX;

        List<Product> read(Reads reads, String id) {
            return switch (this) {
                case PLAIN -> list(reads.plain(id));
                case SYNC -> list(reads.sync(id));
                case OPTIONAL -> list(reads.optional(id).orElse(null));
                case FUTURE -> list(reads.future(id).join());
                case SYNC_FUTURE -> list(reads.syncFuture(id).join());
                case MONO -> list(reads.mono(id).block());
                case SYNC_MONO -> list(reads.syncMono(id).block());
                case FLUX -> list(reads.flux(id));
                case SYNC_FLUX -> list(reads.syncFlux(id));
            };
        }

        private static List<Product> list(@Nullable Product product) {
            return (product != null) ? List.of(product) : List.of();
        }

        private static List<Product> list(Flux<Product> products) {
            return products.collectList().blockOptional().orElseThrow();
        }
    }
}
