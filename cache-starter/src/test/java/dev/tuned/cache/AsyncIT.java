/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.test.util.ReflectionTestUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Methods that return futures and publishers, which Spring serves with {@code retrieve} and {@code store}. */
@NeedsRedis
@Timeout(120)
class AsyncIT {

    private static final Duration WAIT = Duration.ofSeconds(30);

    private static RedisServer redis;

    private NearApplication application;
    private NearStore near;
    private Methods methods;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void start() {
        redis.command("FLUSHALL");
        application = NearApplication.start(redis, List.of(MethodsConfiguration.class), List.of("tuned.cache.near=*"));
        methods = application.bean(Methods.class);
        near = application.bean(NearManagers.class).stores().get(0);
        await().atMost(WAIT).until(() -> near.channel().isConnected());
    }

    @AfterEach
    void stop() {
        application.close();
    }

    @Configuration(proxyBeanMethods = false)
    static class MethodsConfiguration {

        @Bean
        Methods methods() {
            return new Methods();
        }
    }

    static class Methods {

        private final AtomicInteger calls = new AtomicInteger();

        public int calls() {
            return calls.get();
        }

        @Cacheable("future")
        public CompletableFuture<String> future(String id) {
            return CompletableFuture.supplyAsync(() -> id + calls.incrementAndGet());
        }

        @Cacheable("mono")
        public Mono<String> mono(String id) {
            return Mono.fromSupplier(() -> id + calls.incrementAndGet()).delayElement(Duration.ofMillis(5));
        }

        @Cacheable(cacheNames = "synchronizedMono", sync = true)
        public Mono<String> synchronizedMono(String id) {
            return Mono.fromSupplier(() -> id + calls.incrementAndGet());
        }

        @Cacheable("flux")
        public Flux<String> flux(String id) {
            return Flux.defer(() -> Flux.just(id, "b" + calls.incrementAndGet()));
        }

        @Cacheable("failing")
        public CompletableFuture<String> failing(String id) {
            return CompletableFuture.failedFuture(new IllegalStateException(id + calls.incrementAndGet()));
        }
    }

    /** Not by Spring's way, which blocks a thread for each. */
    @Test
    void withFuturesAloneLettuceIsAskedDirectly() throws Exception {
        try (NearApplication other = NearApplication.stock(redis)) {
            other.cache("future").put("a", "there");
            await().atMost(WAIT).until(() -> redis.has("future::a"));
        }
        assertThat(methods.future("a").get(10, TimeUnit.SECONDS)).isEqualTo("there");

        await().atMost(WAIT)
                .until(() -> application.bean(NearManagers.class).caches().stream()
                        .allMatch(cache -> Boolean.TRUE.equals(ReflectionTestUtils.getField(cache, "connected"))));
    }

    /** A thread of the client would wait for the factory's lock, and whoever has it for that thread. */
    @Test
    void allConnectionsAreThereBeforeAThreadOfTheClientUsesThem() {
        assertThat(application.cache("future").get("a")).isNull();

        assertThat(application.bean(NearManagers.class).caches())
                .allMatch(cache -> Boolean.TRUE.equals(ReflectionTestUtils.getField(cache, "connected")));
        assertThat(ReflectionTestUtils.getField(application.bean(LettuceConnectionFactory.class), "reactiveConnection"))
                .isNotNull();
    }

    private void isWritten(String key) {
        await().atMost(WAIT).until(() -> redis.has(key));
    }

    @Test
    void futureIsLoadedOnceAndPublishedNever() throws Exception {
        assertThat(methods.future("a").get(10, TimeUnit.SECONDS)).isEqualTo("a1");
        isWritten("future::a");

        assertThat(methods.future("a").get(10, TimeUnit.SECONDS)).isEqualTo("a1");
        assertThat(near.channel().sent()).isZero();
        await().atMost(WAIT).until(() -> {
            methods.future("a").get(10, TimeUnit.SECONDS);
            return application.bean(NearManagers.class).caches().stream().anyMatch(cache -> cache.hits.sum() > 0);
        });
        assertThat(methods.calls()).isEqualTo(1);
    }

    @Test
    void monoAndFluxAreLoadedOnce() {
        assertThat(methods.mono("a").block(WAIT)).isEqualTo("a1");
        isWritten("mono::a");
        assertThat(methods.mono("a").block(WAIT)).isEqualTo("a1");
        assertThat(methods.synchronizedMono("a").block(WAIT)).isEqualTo("a2");
        isWritten("synchronizedMono::a");
        assertThat(methods.synchronizedMono("a").block(WAIT)).isEqualTo("a2");
        assertThat(methods.flux("a").collectList().block(WAIT)).containsExactly("a", "b3");
        isWritten("flux::a");
        assertThat(methods.flux("a").collectList().block(WAIT)).containsExactly("a", "b3");
        assertThat(near.channel().sent()).isZero();
    }

    @Test
    void asynchronousLoadsOfOneKeyAreNoChanges() {
        for (int i = 0; i < 3; i++) {
            assertThat(application.cache("future").retrieve("1"))
                    .succeedsWithin(WAIT)
                    .isNull();
        }
        for (int i = 0; i < 3; i++) {
            CompletableFuture.runAsync(() -> application.cache("future").put("1", "loaded"))
                    .join();
        }
        await().atMost(WAIT).until(() -> redis.has("future::1"));

        assertThat(near.channel().sent()).isZero();
    }

    @Test
    void asynchronousLoadThatBeganBeforeAnEvictionIsNotKept() {
        assertThat(application.cache("future").retrieve("1"))
                .succeedsWithin(WAIT)
                .isNull();
        application.cache("future").evict("1");
        application.cache("future").put("1", "loaded before");

        await().atMost(WAIT).until(() -> near.pending() == 0);
        assertThat(redis.has("future::1")).isFalse();
        assertThat(application.cache("future").get("1")).isNull();
    }

    /** Which of the two puts is that of the load is not known. */
    @Test
    void asynchronousLoadDoesNotReplaceWhatWasPutMeanwhile() {
        assertThat(application.cache("future").retrieve("1"))
                .succeedsWithin(WAIT)
                .isNull();
        application.cache("future").put("1", "new");
        await().atMost(WAIT).until(() -> redis.has("future::1"));
        application.cache("future").put("1", "loaded before");

        await().atMost(WAIT).until(() -> !redis.has("future::1") && near.pending() == 0);
        assertThat(application.cache("future").get("1")).isNull();
    }

    @Test
    void failureIsNotCached() {
        assertThatThrownBy(() -> methods.failing("a").get(10, TimeUnit.SECONDS)).hasRootCauseMessage("a1");
        assertThatThrownBy(() -> methods.failing("a").get(10, TimeUnit.SECONDS)).hasRootCauseMessage("a2");
    }

    @Test
    void changeOnANonBlockingThreadDoesNotWait() {
        application.cache("future").put("a", "old");
        Mono<Boolean> change = Mono.fromSupplier(() -> {
                    application.cache("future").put("a", "new");
                    application.cache("future").evict("b");
                    return Schedulers.isInNonBlockingThread();
                })
                .subscribeOn(Schedulers.parallel());
        redis.pause();
        try {
            assertThat(change.block(Duration.ofMillis(2_000))).isTrue();
        } finally {
            redis.resume();
        }
        await().atMost(WAIT).until(() -> near.pending() == 0);
        assertThat(application.cache("future").get("a", String.class)).isNotEqualTo("old");
    }

    @Test
    void whileRedisIsPausedMethodsAreCalled() throws Exception {
        methods.future("warm").get(10, TimeUnit.SECONDS);
        redis.pause();
        try {
            long begin = System.nanoTime();
            assertThat(methods.future("a").get(10, TimeUnit.SECONDS)).isEqualTo("a2");
            assertThat(methods.mono("a").block(WAIT)).isEqualTo("a3");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        } finally {
            redis.resume();
        }
    }
}
