/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

import dev.tuned.cache.autoconfigure.CacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.manager.ManagerBuilder;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.L2Store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Whatever is thrown leaves through its caller, and nobody waits for what will not come. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThrowablesTests {

    private static final int STACK_BYTES = 512 * 1024;

    private final ApplicationContextRunner stock = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class))
            .withUserConfiguration(Application.class);
    private final ApplicationContextRunner runner = stock.withConfiguration(
                    AutoConfigurations.of(CacheAutoConfiguration.class, NearCacheAutoConfiguration.class))
            .withPropertyValues("spring.application.name=shop");

    /** What a call in a thread with a small stack comes to. */
    private static <T> T inSmallStack(Callable<T> call) throws Exception {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(null, task, "small stack", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (ExecutionException ex) {
            if (ex.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) ex.getCause();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "sync", "typed", "bulk", "withL2"})
    void endlessRecursionIsThrownAndNothingStaysBehind(String form) {
        ApplicationContextRunner application =
                form.equals("withL2") ? runner.withBean(L2Store.class, FakeStore::new) : runner;
        application.run(context -> {
            Recursive recursive = context.getBean(Recursive.class);
            TunedCacheManager manager = context.getBean(TunedCacheManager.class);
            for (int round = 0; round < 20; round++) {
                long from = round * 1_000_000L;
                assertThatExceptionOfType(StackOverflowError.class)
                        .isThrownBy(() -> inSmallStack(() -> recursive.down(form, manager, from)));
            }
            recursive.endAt(20_000_001);
            for (int round = 0; round < 20; round++) {
                long key = 20_000_000L - round;
                assertThat(inSmallStack(() -> recursive.down(form, manager, key)))
                        .isEqualTo(20_000_001 - key);
            }
            // What overflowed can be loaded by others, at once.
            recursive.endAt(0);
            assertThat(inSmallStack(() -> recursive.down(form, manager, 5))).isZero();
            assertThat(inSmallStack(() -> recursive.down(form, manager, 100))).isZero();
        });
    }

    @Test
    void recursionIsAboutAsDeepAsWithoutTheStarter() {
        AtomicInteger without = new AtomicInteger();
        AtomicInteger with = new AtomicInteger();
        stock.withBean(
                        com.github.benmanes.caffeine.cache.Caffeine.class,
                        com.github.benmanes.caffeine.cache.Caffeine::newBuilder)
                .run(context -> without.set(depth(context.getBean(Recursive.class))));
        runner.run(context -> with.set(depth(context.getBean(Recursive.class))));
        assertThat(with.get()).isGreaterThan(without.get() * 8 / 10);
    }

    private static int depth(Recursive recursive) throws Exception {
        int deepest = 0;
        for (int round = 0; round < 5; round++) {
            long from = (1 + round) * 1_000_000L;
            recursive.deepest(from);
            try {
                inSmallStack(() -> recursive.plain(from));
            } catch (StackOverflowError expected) {
                deepest = Math.max(deepest, (int) (recursive.deepest() - from));
            }
        }
        return deepest;
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "sync", "joined"})
    void methodSeesTheInterruptOfItsCaller(String form) {
        for (ApplicationContextRunner application :
                List.of(stock, runner, runner.withBean(L2Store.class, FakeStore::new))) {
            application.run(context -> {
                Interrupted interrupted = context.getBean(Interrupted.class);
                try {
                    Thread.currentThread().interrupt();
                    assertThat(form.equals("sync") ? interrupted.sync(form) : interrupted.plain(form))
                            .isEqualTo("interrupted");
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                } finally {
                    boolean unused = Thread.interrupted();
                }
                try {
                    Thread.currentThread().interrupt();
                    assertThatThrownBy(() -> interrupted.sleeping(form)).isInstanceOf(InterruptedException.class);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                } finally {
                    boolean unused = Thread.interrupted();
                }
            });
        }
    }

    @Test
    void interruptOfWhoWaitsForAnothersLoadStays() {
        runner.run(context -> {
            Cache cache = requireNonNull(context.getBean(CacheManager.class).getCache("waited"));
            CountDownLatch loading = new CountDownLatch(1);
            CountDownLatch gate = new CountDownLatch(1);
            Thread other = new Thread(() -> cache.get("1", () -> {
                loading.countDown();
                gate.await();
                return "loaded";
            }));
            other.start();
            loading.await();
            AtomicReference<Object> seen = new AtomicReference<>();
            Thread waiting = new Thread(() -> {
                Thread.currentThread().interrupt();
                String value = cache.get("1", () -> "own");
                seen.set(value + " " + Thread.currentThread().isInterrupted());
            });
            waiting.start();
            await().until(() ->
                    waiting.getState() == Thread.State.WAITING || waiting.getState() == Thread.State.TIMED_WAITING);
            gate.countDown();
            await().untilAtomic(seen, org.hamcrest.Matchers.equalTo("loaded true"));
        });
    }

    static List<Throwable> thrown() {
        return List.of(
                new CompletionException(new IOException("inside")),
                new CompletionException("without a cause", null),
                new ExecutionException(new IOException("inside")),
                new UncheckedIOException(new IOException("inside")),
                new CompletionException(new CompletionException(new IOException("inside"))),
                new java.util.concurrent.CancellationException("cancelled"),
                new Cache.ValueRetrievalException("key", () -> "", new IOException("inside")));
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("thrown")
    void exceptionKeepsItsIdentityAndItsWrapper(Exception thrown) {
        for (ApplicationContextRunner application :
                List.of(stock, runner, runner.withBean(L2Store.class, FakeStore::new))) {
            application.run(context -> {
                Cache cache = requireNonNull(context.getBean(CacheManager.class).getCache("failing"));
                assertThatExceptionOfType(Cache.ValueRetrievalException.class)
                        .isThrownBy(() -> cache.get("1", () -> {
                            throw thrown;
                        }))
                        .satisfies(ex -> assertThat(ex.getCause()).isSameAs(thrown));
                Failing failing = context.getBean(Failing.class);
                failing.throwing(thrown);
                assertThatThrownBy(() -> failing.plain("1")).isSameAs(thrown);
                assertThatThrownBy(() -> failing.sync("1")).isSameAs(thrown);
            });
        }
        runner.run(context -> {
            NearCache<String> typed = context.getBean(TunedCacheManager.class).nearCache("typed", String.class);
            assertThatThrownBy(() -> typed.getOrLoad("1", key -> sneaky(thrown)))
                    .isSameAs(thrown);
            assertThatThrownBy(() -> typed.getAllOrLoad(List.of("1"), keys -> sneaky(thrown)))
                    .isSameAs(thrown);
        });
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T, E extends Throwable> T sneaky(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void waitersGetTheExceptionItself() {
        runner.run(context -> {
            Cache cache = requireNonNull(context.getBean(CacheManager.class).getCache("failing"));
            CompletionException thrown = new CompletionException(new IOException("inside"));
            CountDownLatch loading = new CountDownLatch(1);
            CountDownLatch gate = new CountDownLatch(1);
            CompletableFuture<Throwable> first = failure(() -> cache.get("1", () -> {
                loading.countDown();
                gate.await();
                throw thrown;
            }));
            loading.await();
            AtomicReference<Thread> waiting = new AtomicReference<>();
            CompletableFuture<Throwable> second = failure(() -> {
                waiting.set(Thread.currentThread());
                return cache.get("1", () -> "own");
            });
            await().until(() -> waiting.get() != null && waiting.get().getState() == Thread.State.TIMED_WAITING);
            gate.countDown();
            assertThat(first.join().getCause()).isSameAs(thrown);
            assertThat(second.join().getCause()).isSameAs(thrown);
        });
    }

    private static CompletableFuture<Throwable> failure(Callable<?> call) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return new AssertionError(call.call());
                    } catch (Throwable ex) {
                        return ex;
                    }
                },
                task -> new Thread(task).start());
    }

    @ParameterizedTest
    @ValueSource(strings = {"putIfAbsent", "get", "retrieve", "typed"})
    void everyCallReturnsThatMeetsTheClose(String form) throws Exception {
        for (int round = 0; round < 10; round++) {
            TunedCacheManager manager = ManagerBuilder.of(
                            name -> Settings.plain(),
                            name -> tools.jackson.databind.json.JsonMapper.shared()
                                    .constructType(Product.class),
                            tools.jackson.databind.json.JsonMapper.shared())
                    .store(Settings.monitored(new FakeStore()), "closing")
                    .build();
            var cache = manager.getCache("products");
            AtomicInteger calls = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int number = 0; number < 16; number++) {
                int own = number;
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 200; i++) {
                        Product product = new Product("p", i);
                        String key = own + "." + i;
                        switch (form) {
                            case "putIfAbsent" -> cache.putIfAbsent(key, product);
                            case "get" -> cache.get(key, () -> product);
                            case "retrieve" ->
                                cache.retrieve(key, () -> CompletableFuture.completedFuture(product))
                                        .join();
                            default ->
                                manager.nearCache("products", Product.class).getOrLoad(key, k -> product);
                        }
                        calls.incrementAndGet();
                    }
                });
                thread.setDaemon(true);
                threads.add(thread);
                thread.start();
            }
            await().until(() -> calls.get() > 200);
            manager.destroy();
            for (Thread thread : threads) {
                thread.join(TimeUnit.MINUTES.toMillis(1));
                assertThat(thread.isAlive()).as(form).isFalse();
            }
            assertThat(calls).hasValue(16 * 200);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @Import({Recursive.class, Interrupted.class, Failing.class})
    static class Application {}

    static class Recursive {

        private volatile long end = Long.MAX_VALUE;
        private volatile long deepest;

        @Autowired
        @Lazy
        @Nullable
        Recursive self;

        public void endAt(long number) {
            end = number;
        }

        public void deepest(long number) {
            deepest = number;
        }

        public long deepest() {
            return deepest;
        }

        public long down(String form, TunedCacheManager manager, long from) {
            return switch (form) {
                case "plain", "withL2" -> plain(from);
                case "sync" -> sync(from);
                case "typed" -> typed(manager.nearCache("typed", Long.class), from);
                default -> bulk(manager.nearCache("bulk", Long.class), from);
            };
        }

        @Cacheable("plain")
        public long plain(long number) {
            deepest = number;
            return (number >= end) ? 0 : requireNonNull(self).plain(number + 1) + 1;
        }

        @Cacheable(cacheNames = "sync", sync = true)
        public long sync(long number) {
            return (number >= end) ? 0 : requireNonNull(self).sync(number + 1) + 1;
        }

        private long typed(NearCache<Long> cache, long number) {
            return requireNonNull(cache.getOrLoad(number, key -> (key >= end) ? 0 : typed(cache, key + 1) + 1));
        }

        private long bulk(NearCache<Long> cache, long number) {
            return requireNonNull(cache.getAllOrLoad(List.of(number), keys -> loaded(cache, keys))
                    .get(number));
        }

        private Map<Long, Long> loaded(NearCache<Long> cache, Collection<Long> keys) {
            Map<Long, Long> values = new HashMap<>();
            keys.forEach(key -> values.put(key, (key >= end) ? 0 : bulk(cache, key + 1) + 1));
            return values;
        }
    }

    static class Interrupted {

        @Cacheable("interrupted")
        public String plain(String id) {
            return Thread.currentThread().isInterrupted() ? "interrupted" : "not";
        }

        @Cacheable(cacheNames = "interrupted-sync", sync = true)
        public String sync(String id) {
            return Thread.currentThread().isInterrupted() ? "interrupted" : "not";
        }

        @Cacheable("sleeping")
        public String sleeping(String id) throws InterruptedException {
            Thread.sleep(TimeUnit.MINUTES.toMillis(1));
            return "slept";
        }
    }

    static class Failing {

        private Exception thrown = new IllegalStateException();

        public void throwing(Exception exception) {
            thrown = exception;
        }

        @Cacheable("failing-plain")
        public String plain(String id) throws Exception {
            throw thrown;
        }

        @Cacheable(cacheNames = "failing-sync", sync = true)
        public String sync(String id) throws Exception {
            throw thrown;
        }
    }
}
