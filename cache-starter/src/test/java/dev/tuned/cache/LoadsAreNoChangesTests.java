/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import javax.cache.annotation.CacheResult;
import javax.cache.annotation.CacheValue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.publisher.Mono;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.invalidation.InvalidationChannel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Only a change of the application is reported to others: what a load puts, be it by Spring's own put, is none. */
class LoadsAreNoChangesTests {

    private static final int INSTANCES = 2;
    private static final int KEYS = 20;
    private static final int READS = 4_000;

    private final ChangeBus bus = new ChangeBus();
    private final List<ApplicationContext> instances = new ArrayList<>();
    private final List<Runnable> ends = new ArrayList<>();

    LoadsAreNoChangesTests() {
        for (int i = 0; i < INSTANCES; i++) {
            var context = new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE)
                    .properties(
                            "tuned.cache.enabled=true",
                            "tuned.cache.defaults.l2.enabled=false",
                            "spring.main.banner-mode=off")
                    .initializers(each -> ((GenericApplicationContext) each)
                            .registerBean("channel", InvalidationChannel.class, bus::line))
                    .run();
            instances.add(context);
            ends.add(context::close);
        }
    }

    @AfterEach
    void stop() {
        ends.forEach(Runnable::run);
    }

    private Books books(int instance) {
        return instances.get(instance).getBean(Books.class);
    }

    private Cache cache(int instance) {
        return requireNonNull(
                instances.get(instance).getBean(CacheManager.class).getCache("books"));
    }

    enum Form {
        PLAIN,
        UNLESS,
        MANAGER_UNLESS,
        RECORD,
        RECORD_UNLESS,
        TWO_REGIONS,
        MONO,
        FUTURE_UNLESS,
        NULL_UNLESS_EMPTY,
        JCACHE,
        JCACHE_EXCEPTION,
        CONDITION;

        @Nullable
        Object call(Books books, int id) {
            return switch (this) {
                case PLAIN -> books.plain(id);
                case UNLESS -> books.unless(id);
                case MANAGER_UNLESS -> books.managerUnless(id);
                case RECORD -> books.record(new Isbn(id));
                case RECORD_UNLESS -> books.recordUnless(new Isbn(id));
                case TWO_REGIONS -> books.twoRegions(id);
                case MONO -> books.mono(id).block(Duration.ofSeconds(30));
                case FUTURE_UNLESS -> books.futureUnless(id).join();
                case NULL_UNLESS_EMPTY -> books.nulls(id);
                case JCACHE -> books.jcache(id);
                case JCACHE_EXCEPTION -> {
                    try {
                        yield books.jcacheException(id);
                    } catch (IllegalStateException ex) {
                        yield ex;
                    }
                }
                case CONDITION -> books.condition(id);
            };
        }
    }

    /** C9: 540, 540, 700 and 560 calls where 40 suffice. */
    @ParameterizedTest
    @EnumSource
    void eachInstanceLoadsEachKeyOnce(Form form) {
        Random random = new Random(1);
        for (int i = 0; i < READS; i++) {
            form.call(books(random.nextInt(INSTANCES)), random.nextInt(KEYS));
        }
        assertThat(books(0).calls() + books(1).calls()).isEqualTo(INSTANCES * KEYS);
        assertThat(bus.published()).isZero();
    }

    @Test
    void changesOfTheApplicationAreReported() {
        List<Supplier<Object>> changes = List.of(
                () -> {
                    cache(0).put(1, "put");
                    return 1;
                },
                () -> {
                    cache(0).evict(1);
                    return 1;
                },
                () -> {
                    cache(0).clear();
                    return 1;
                },
                () -> books(0).save(1),
                () -> books(0).remove(1),
                () -> books(0).jcacheSkipGet(1),
                () -> {
                    books(0).jcachePut(1, "put");
                    return 1;
                },
                () -> {
                    // Whoever asks and puts himself may have changed something.
                    cache(0).evict(1);
                    cache(0).get(1);
                    cache(0).put(1, "own");
                    return 1;
                });
        for (Supplier<Object> change : changes) {
            books(1).unless(1);
            int calls = books(1).calls();
            change.get();
            books(1).unless(1);
            assertThat(books(1).calls()).isEqualTo(calls + 1);
        }
    }

    @Test
    void changeDuringALoadWinsOverWhatSpringPutsAfterIt() {
        for (Runnable change : List.<Runnable>of(
                () -> cache(0).evict(1), () -> cache(1).evict(1), () -> cache(0).clear(), () -> books(1).save(1))) {
            books(0).during(change);
            books(0).unless(1);
            books(0).during(() -> {});
            int calls = books(0).calls();
            books(0).unless(1);
            assertThat(books(0).calls()).isEqualTo(calls + 1);
            cache(0).evict(1);
        }
    }

    /** Of a method with both, the one put is a change. */
    @Test
    void putOfTheSameMethodIsReported() {
        books(1).unless(1);
        int calls = books(1).calls();
        books(0).both(1);
        books(1).unless(1);
        assertThat(books(1).calls()).isEqualTo(calls + 1);
    }

    record Isbn(int id) {}

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({CacheAutoConfiguration.class, NearCacheAutoConfiguration.class})
    @Import(Books.class)
    static class Application {}

    static class Books {

        private final AtomicInteger calls = new AtomicInteger();
        private volatile Runnable during = () -> {};

        public int calls() {
            return calls.get();
        }

        public void during(Runnable action) {
            during = action;
        }

        private String call() {
            String value = "" + calls.incrementAndGet();
            during.run();
            return value;
        }

        @Cacheable("books")
        public String plain(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", unless = "#result == 'none'")
        public String unless(int id) {
            return call();
        }

        @Cacheable(cacheNames = "books", cacheManager = "cacheManager", unless = "#result == 'none'")
        public String managerUnless(int id) {
            return call();
        }

        @Cacheable("books")
        public String record(Isbn isbn) {
            return call();
        }

        @Cacheable(cacheNames = "books", unless = "#result == 'none'")
        public String recordUnless(Isbn isbn) {
            return call();
        }

        @Cacheable({"books", "more"})
        public String twoRegions(int id) {
            return call();
        }

        @Cacheable("books")
        public Mono<String> mono(int id) {
            return Mono.fromSupplier(this::call);
        }

        @Cacheable(cacheNames = "books", unless = "#result == 'none'")
        public CompletableFuture<String> futureUnless(int id) {
            return CompletableFuture.completedFuture(call());
        }

        @Cacheable(cacheNames = "books", unless = "#result == ''")
        public @Nullable String nulls(int id) {
            call();
            return null;
        }

        @Cacheable(cacheNames = "books", condition = "#id >= 0", unless = "#result == 'none'")
        public String condition(int id) {
            return call();
        }

        @CacheResult(cacheName = "books")
        public String jcache(int id) {
            return call();
        }

        @CacheResult(cacheName = "books", exceptionCacheName = "failures")
        public String jcacheException(int id) {
            throw new IllegalStateException(call());
        }

        @CacheResult(cacheName = "books", skipGet = true)
        public String jcacheSkipGet(int id) {
            return call();
        }

        @javax.cache.annotation.CachePut(cacheName = "books")
        public void jcachePut(int id, @CacheValue String value) {}

        @CachePut("books")
        public String save(int id) {
            return "saved";
        }

        @CacheEvict("books")
        public int remove(int id) {
            return id;
        }

        @Caching(cacheable = @Cacheable(cacheNames = "books", unless = "#result == 'none'"), put = @CachePut("books"))
        public String both(int id) {
            return call();
        }
    }
}
