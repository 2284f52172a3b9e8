/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Methods that give a future or a publisher, with an L2 that answers a moment later, on another thread. */
class LaterMissesTests {

    private static final int INSTANCES = 2;
    private static final int KEYS = 20;
    private static final int READS = 200;

    private final ChangeBus bus = new ChangeBus();
    private volatile CompletableFuture<?> gate = CompletableFuture.completedFuture(null);
    private final FakeStore store = new FakeStore() {
        @Override
        public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
            return gate.thenCompose(open -> super.get(id, timeout))
                    .thenApplyAsync(Function.identity(), CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
        }
    };
    private final List<ConfigurableApplicationContext> instances = new ArrayList<>();
    private final Scheduler eventLoop = Schedulers.newParallel("event-loop", 1);

    LaterMissesTests() {
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE)
                    .properties(
                            "tuned.cache.enabled=true",
                            "tuned.cache.key-prefix=test",
                            "tuned.cache.defaults.l2.hard-timeout=30s",
                            "spring.main.banner-mode=off")
                    .initializers(each -> {
                        GenericApplicationContext context = (GenericApplicationContext) each;
                        context.registerBean("channel", InvalidationChannel.class, bus::line);
                        context.registerBean("store", L2Store.class, () -> store);
                    })
                    .run());
        }
    }

    @AfterEach
    void stop() {
        instances.forEach(ConfigurableApplicationContext::close);
        eventLoop.dispose();
    }

    private Books books(int instance) {
        return instances.get(instance).getBean(Books.class);
    }

    enum Form {
        FUTURE_UNLESS,
        FUTURE_IN_TWO_REGIONS,
        FUTURE_OF_TWO_OPERATIONS,
        MONO,
        MONO_IN_TWO_REGIONS,
        MONO_OF_TWO_OPERATIONS;

        CompletableFuture<String> call(Books books, int id) {
            return switch (this) {
                case FUTURE_UNLESS -> books.futureUnless(id);
                case FUTURE_IN_TWO_REGIONS -> books.futureInTwoRegions(id);
                case FUTURE_OF_TWO_OPERATIONS -> books.futureOfTwoOperations(id);
                case MONO -> books.mono(id).toFuture();
                case MONO_IN_TWO_REGIONS -> books.monoInTwoRegions(id).toFuture();
                case MONO_OF_TWO_OPERATIONS -> books.monoOfTwoOperations(id).toFuture();
            };
        }
    }

    private CompletableFuture<String> callOnEventLoop(Form form, Books books, int id) {
        return Mono.fromCallable(() -> form.call(books, id))
                .subscribeOn(eventLoop)
                .toFuture()
                .thenCompose(Function.identity());
    }

    private void assertLoadsAreNoChanges(BiFunction<Books, Integer, CompletableFuture<String>> read) {
        Random random = new Random(1);
        for (int i = 0; i < READS; i++) {
            read.apply(books(random.nextInt(INSTANCES)), random.nextInt(KEYS)).join();
        }
        assertThat(bus.published()).isZero();
        assertThat(books(0).calls() + books(1).calls()).isBetween(KEYS, INSTANCES * KEYS);
    }

    /** Calls of a method with two operations were 200, one for each read. */
    @ParameterizedTest
    @EnumSource
    void loadsAreNoChanges(Form form) {
        assertLoadsAreNoChanges(form::call);
    }

    /** A publisher's callers do not wait for L2. */
    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = "FUTURE_.*")
    void methodRunsOnItsCallersThread(Form form) {
        form.call(books(0), 1).join();
        assertThat(books(0).threads()).containsExactly(Thread.currentThread());
    }

    /** L2's answer would be delivered by this very thread. */
    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = "MONO.*")
    void callerOfAPublisherDoesNotWaitForL2(Form form) {
        gate = new CompletableFuture<>();
        CompletableFuture<String> read = form.call(books(0), 1);
        assertThat(read).isNotDone();
        gate.complete(null);
        assertThat(read.join()).isEqualTo("1");
    }

    @ParameterizedTest
    @EnumSource
    void loadsOfAnEventLoopAreNoChanges(Form form) {
        assertLoadsAreNoChanges((books, id) -> callOnEventLoop(form, books, id));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_ANY,
            names = {"FUTURE_.*TWO.*", "MONO_OF_TWO.*"})
    void valueInTheSecondRegionIsEnough(Form form) {
        Cache second =
                requireNonNull(instances.get(0).getBean(CacheManager.class).getCache("second"));
        second.put(1, "there");
        assertThat(form.call(books(0), 1).join()).isEqualTo("there");
        assertThat(callOnEventLoop(form, books(0), 1).join()).isEqualTo("there");
    }

    @ParameterizedTest
    @EnumSource
    void changeDuringALoadWins(Form form) {
        for (BiFunction<Books, Integer, CompletableFuture<String>> read :
                List.<BiFunction<Books, Integer, CompletableFuture<String>>>of(
                        (books, id) -> form.call(books, id), (books, id) -> callOnEventLoop(form, books, id))) {
            CacheManager manager = instances.get(0).getBean(CacheManager.class);
            books(0).during(() -> List.of("first", "second")
                    .forEach(region -> requireNonNull(manager.getCache(region)).evict(1)));
            read.apply(books(0), 1).join();
            books(0).during(() -> {});
            int calls = books(0).calls();
            read.apply(books(0), 1).join();
            assertThat(books(0).calls()).isEqualTo(calls + 1);
            manager.getCacheNames()
                    .forEach(region -> requireNonNull(manager.getCache(region)).clear());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @ImportAutoConfiguration({CacheAutoConfiguration.class, NearCacheAutoConfiguration.class})
    @Import(Books.class)
    static class Application {}

    static class Books {

        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private final AtomicInteger calls = new AtomicInteger();
        private volatile Runnable during = () -> {};

        public int calls() {
            return calls.get();
        }

        public Set<Thread> threads() {
            return threads;
        }

        public void during(Runnable action) {
            during = action;
        }

        private CompletableFuture<String> call() {
            threads.add(Thread.currentThread());
            String value = "" + calls.incrementAndGet();
            during.run();
            return CompletableFuture.completedFuture(value);
        }

        @Cacheable(cacheNames = "first", unless = "#result == 'none'")
        public CompletableFuture<String> futureUnless(int id) {
            return call();
        }

        @Cacheable({"first", "second"})
        public CompletableFuture<String> futureInTwoRegions(int id) {
            return call();
        }

        @Caching(cacheable = {@Cacheable("first"), @Cacheable("second")})
        public CompletableFuture<String> futureOfTwoOperations(int id) {
            return call();
        }

        @Cacheable("first")
        public Mono<String> mono(int id) {
            return Mono.fromFuture(call());
        }

        @Cacheable({"first", "second"})
        public Mono<String> monoInTwoRegions(int id) {
            return Mono.fromFuture(call());
        }

        @Caching(cacheable = {@Cacheable("first"), @Cacheable("second")})
        public Mono<String> monoOfTwoOperations(int id) {
            return Mono.fromFuture(call());
        }
    }
}
