/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.cache.Cache;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.NearManagers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The one load of {@code sync = true}, and that there is none without it. */
@NeedsRedis
@Timeout(120)
class SyncIT {

    private static final int THREADS = 10;

    private static RedisServer redis;

    private NearApplication application;
    private Loads loads;
    private State state;

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
        application = NearApplication.start(
                redis, List.of(LoadsConfiguration.class), List.of("tuned.cache.near=*", NearApplication.PATIENT));
        loads = application.bean(Loads.class);
        state = application.bean(State.class);
        await().until(() ->
                application.bean(NearManagers.class).stores().get(0).channel().isConnected());
    }

    @AfterEach
    void stop() {
        application.close();
    }

    @Configuration(proxyBeanMethods = false)
    static class LoadsConfiguration {

        @Bean
        State state() {
            return new State();
        }

        @Bean
        Loads loads(State state) {
            return new Loads(state);
        }
    }

    /** What the calls do; not in the bean, which is proxied. */
    private static final class State {

        private final AtomicInteger calls = new AtomicInteger();
        private volatile CountDownLatch goOn = new CountDownLatch(0);
        private volatile int failures;
    }

    static class Loads {

        private final State state;

        Loads(State state) {
            this.state = state;
        }

        @Cacheable(cacheNames = "synchronized", sync = true)
        public String once(String id) throws InterruptedException {
            return load(id);
        }

        @Cacheable("plain")
        public String plain(String id) throws InterruptedException {
            return load(id);
        }

        private String load(String id) throws InterruptedException {
            int call = state.calls.incrementAndGet();
            state.goOn.await(30, TimeUnit.SECONDS);
            if (call <= state.failures) {
                throw new IllegalStateException("call " + call);
            }
            return id + " by call " + call;
        }
    }

    private interface Call {

        String get() throws Exception;
    }

    private static CompletableFuture<String> async(Call call) {
        CompletableFuture<String> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(call.get());
            } catch (Throwable ex) {
                result.completeExceptionally(ex);
            }
        });
        thread.start();
        return result;
    }

    private List<CompletableFuture<String>> callers(Call call) {
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<CompletableFuture<String>> callers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            callers.add(async(() -> {
                together.await();
                return call.get();
            }));
        }
        return callers;
    }

    private static String outcome(CompletableFuture<String> caller) {
        try {
            return caller.join();
        } catch (CompletionException ex) {
            return String.valueOf(ex.getCause());
        }
    }

    @Test
    void oneLoadForAllWhoCome() {
        state.goOn = new CountDownLatch(1);
        List<CompletableFuture<String>> callers = callers(() -> loads.once("1"));
        await().until(() -> state.calls.get() == 1);
        state.goOn.countDown();

        assertThat(callers).allSatisfy(caller -> assertThat(caller.join()).isEqualTo("1 by call 1"));
        assertThat(state.calls).hasValue(1);
    }

    @Test
    void failureIsTheLoadersAlone() {
        state.failures = 1;
        state.goOn = new CountDownLatch(1);
        List<CompletableFuture<String>> callers = callers(() -> loads.once("1"));
        await().until(() -> state.calls.get() == 1);
        state.goOn.countDown();

        List<String> outcomes = callers.stream().map(SyncIT::outcome).toList();

        assertThat(outcomes).containsOnlyOnce("java.lang.IllegalStateException: call 1");
        assertThat(outcomes).filteredOn("1 by call 2"::equals).hasSize(THREADS - 1);
        assertThat(state.calls).hasValue(2);
    }

    @Test
    void eachFailureIsItsOwnCallersException() {
        state.failures = Integer.MAX_VALUE;
        List<String> outcomes =
                callers(() -> loads.once("1")).stream().map(SyncIT::outcome).toList();

        assertThat(outcomes).doesNotHaveDuplicates().hasSize(THREADS);
    }

    @Test
    void interruptedWaiterLoadsItself() throws Exception {
        state.goOn = new CountDownLatch(1);
        CompletableFuture<String> leader = async(() -> loads.once("1"));
        await().until(() -> state.calls.get() == 1);
        CompletableFuture<String> waiter = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                waiter.complete(loads.once("1"));
            } catch (InterruptedException ex) {
                waiter.complete("interrupted in its own call");
            }
        });
        thread.start();
        await().until(() -> thread.getState() == Thread.State.WAITING);

        thread.interrupt();

        assertThat(waiter.get(10, TimeUnit.SECONDS)).isEqualTo("interrupted in its own call");
        state.goOn.countDown();
        assertThat(leader.get(10, TimeUnit.SECONDS)).isEqualTo("1 by call 1");
    }

    @Test
    void whoComesAfterAChangeDoesNotGetALoadFromBefore() throws Exception {
        Cache cache = application.cache("synchronized");
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> before = async(() -> cache.get("1", () -> {
            begun.countDown();
            goOn.await();
            return "before";
        }));
        begun.await();
        cache.evict("1");

        assertThat(async(() -> cache.get("1", () -> "after")).get(10, TimeUnit.SECONDS))
                .isEqualTo("after");

        goOn.countDown();
        assertThat(before.get(10, TimeUnit.SECONDS)).isEqualTo("before");
        await().until(() -> application.bean(NearManagers.class).stores().get(0).pending() == 0);
        assertThat(cache.get("1", () -> "read again")).isNotEqualTo("before");
    }

    @Test
    void loadsThatNeedEachOtherDoNotWaitForEver() throws Exception {
        Cache cache = application.cache("synchronized");
        CyclicBarrier both = new CyclicBarrier(2);
        CompletableFuture<String> one = async(() -> cache.get("1", () -> {
            both.await();
            return "1 of " + cache.get("2", () -> "own 2");
        }));
        CompletableFuture<String> two = async(() -> cache.get("2", () -> {
            both.await();
            return "2 of " + cache.get("1", () -> "own 1");
        }));

        assertThat(one.get(20, TimeUnit.SECONDS)).startsWith("1 of ");
        assertThat(two.get(20, TimeUnit.SECONDS)).startsWith("2 of ");
    }

    @Test
    void loadMayReadItsOwnKey() {
        Cache cache = application.cache("synchronized");

        assertThat(cache.get("1", () -> "outer " + cache.get("1", () -> "inner")))
                .isEqualTo("outer inner");
    }

    @Test
    void withoutSyncEachCallsForItself() {
        state.goOn = new CountDownLatch(1);
        List<CompletableFuture<String>> callers = callers(() -> loads.plain("1"));
        await().until(() -> state.calls.get() == THREADS);
        state.goOn.countDown();

        assertThat(callers.stream().map(CompletableFuture::join).distinct()).hasSize(THREADS);
    }
}
