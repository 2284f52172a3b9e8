/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.WarmUpProgress.State;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTests {

    private static final WarmUpSettings SETTINGS = new WarmUpSettings(1_000, 4, Duration.ofMinutes(10));

    private final FakeStore store = new FakeStore();
    private final NearCacheManager manager = manager();
    private final NearCache<String> cache = manager.nearCache("products", String.class);
    private final Set<Object> loads = ConcurrentHashMap.newKeySet();
    private @Nullable WarmUp warmUp;

    private NearCacheManager manager() {
        return NearCacheManager.builder(
                        name -> Settings.plain(),
                        name -> null,
                        JsonMapper.builder().build())
                .store(store, "cache", "x")
                .build();
    }

    @AfterEach
    void end() {
        if (warmUp != null) {
            warmUp.close();
        }
    }

    @Test
    void keysComeFromL2AndOnlyTheOthersAreLoaded() {
        manager().nearCache("products", String.class).put("1", "from L2");
        start(SETTINGS, source(() -> Stream.of("1", "2", "3"), key -> key.equals("3") ? null : load(key)));
        WarmUpProgress end = awaitEnd();
        assertThat(end.state()).isEqualTo(State.DONE);
        assertThat(end.keys()).isEqualTo(3);
        assertThat(end.found()).isEqualTo(1);
        assertThat(end.loaded()).isEqualTo(1);
        assertThat(end.leftOut()).isEqualTo(1);
        assertThat(loads).containsExactly("2");
        int gets = store.gets.get();
        assertThat(cache.get("1")).isEqualTo("from L2");
        assertThat(cache.get("2")).isEqualTo("2");
        assertThat(store.gets).hasValue(gets);
        assertThat(cache.getOrLoad("3", key -> "no null was kept")).isEqualTo("no null was kept");
    }

    @Test
    void keyIsReadOnceHoweverOftenTheSourceNamesIt() {
        start(SETTINGS, source(() -> Stream.of("1", "1", "2", "1"), this::load));
        WarmUpProgress end = awaitEnd();
        assertThat(end.keys()).isEqualTo(2);
        assertThat(end.loaded()).isEqualTo(2);
    }

    @Test
    void endlessSourceIsReadUpToTheMaximum() {
        AtomicInteger next = new AtomicInteger();
        start(
                new WarmUpSettings(250, 2, Duration.ofMinutes(10)),
                source(() -> Stream.generate(next::incrementAndGet), this::load));
        assertThat(awaitEnd().loaded()).isEqualTo(250);
        assertThat(loads).hasSize(250);
    }

    @Test
    void sourceThatRepeatsOneKeyForEverEnds() {
        start(new WarmUpSettings(250, 2, Duration.ofMinutes(10)), source(() -> Stream.generate(() -> "1"), this::load));
        assertThat(awaitEnd().keys()).isEqualTo(1);
    }

    @Test
    void sourceThatFailsDoesNotKeepTheOthersFromTheirs(CapturedOutput output) {
        start(
                SETTINGS,
                source(
                        () -> {
                            throw new IllegalStateException("no keys today");
                        },
                        this::load),
                source(() -> Stream.of("1"), this::load));
        await().until(() -> progress(0).state() == State.FAILED && progress(1).state() == State.DONE);
        assertThat(progress(0).firstFailure()).contains("no keys today");
        assertThat(cache.get("1")).isEqualTo("1");
        assertThat(output).containsOnlyOnce("it failed to name its keys");
    }

    @Test
    void sourceThatHangsDoesNotKeepTheOthersFromTheirs() {
        CountDownLatch never = new CountDownLatch(1);
        start(SETTINGS, source(() -> hang(never), this::load), source(() -> Stream.of("1"), this::load));
        await().until(() -> progress(1).state() == State.DONE);
        assertThat(progress(0).state()).isEqualTo(State.RUNNING);
    }

    @Test
    void loadsThatFailAreCountedAndSaidOnce(CapturedOutput output) {
        start(SETTINGS, source(() -> Stream.of("1", "2", "3", "4"), key -> {
            if (key.equals("4")) {
                return key;
            }
            throw new IllegalStateException("no database");
        }));
        WarmUpProgress end = awaitEnd();
        assertThat(end.state()).isEqualTo(State.DONE);
        assertThat(end.failed()).isEqualTo(3);
        assertThat(end.loaded()).isEqualTo(1);
        assertThat(output)
                .containsOnlyOnce("no database")
                .contains("4 keys, of which 0 were found, 1 loaded, 0 left out, 3 failed");
    }

    @Test
    void loadsGoOnWhereL2DoesNotAnswer() {
        store.failure = new IllegalStateException("down");
        start(SETTINGS, source(() -> Stream.of("1", "2"), this::load));
        assertThat(awaitEnd().loaded()).isEqualTo(2);
        assertThat(cache.get("1")).isEqualTo("1");
    }

    @Test
    void regionThatNothingUsesIsSaid(CapturedOutput output) {
        start(SETTINGS, new Source("prodcuts", () -> Stream.of("1"), this::load));
        assertThat(awaitEnd().state()).isEqualTo(State.FAILED);
        assertThat(output)
                .contains("Warm-up of cache region 'prodcuts'")
                .contains("it names a region that nothing uses (known: [products])");
        assertThat(manager.getCacheNames()).containsExactly("products");
        assertThat(loads).isEmpty();
    }

    @Test
    void valueWrittenWhileItIsLoadedIsKept() throws InterruptedException {
        Semaphore begun = new Semaphore(0);
        Semaphore go = new Semaphore(0);
        start(SETTINGS, source(() -> Stream.of("1"), key -> {
            begun.release();
            go.acquireUninterruptibly();
            return "old";
        }));
        begun.acquire();
        cache.put("1", "new");
        go.release();
        awaitEnd();
        assertThat(cache.get("1")).isEqualTo("new");
        assertThat(manager().nearCache("products", String.class).get("1")).isEqualTo("new");
    }

    @Test
    void noMoreLoadsThanAllowedRunAtATime() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Function<Object, Object> load = key -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            running.decrementAndGet();
            return key.toString();
        };
        start(
                new WarmUpSettings(1_000, 3, Duration.ofMinutes(10)),
                source(() -> IntStream.range(0, 500).boxed(), load),
                source(() -> IntStream.range(500, 1_000).boxed(), load));
        await().until(() -> progress(0).state() == State.DONE && progress(1).state() == State.DONE);
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void closeInMidWayBeginsNoFurtherLoadAndEndsTheThreads() throws InterruptedException {
        Semaphore begun = new Semaphore(0);
        AtomicInteger after = new AtomicInteger();
        start(new WarmUpSettings(1_000, 2, Duration.ofMinutes(10)), source(() -> Stream.iterate(1, n -> n + 1), key -> {
            begun.release();
            after.incrementAndGet();
            return hang(new CountDownLatch(1));
        }));
        begun.acquire(2);
        assertThat(threads()).isPositive();
        closeWarmUp();
        await().until(() -> progress(0).state() == State.STOPPED);
        assertThat(after).hasValue(2);
        await().until(() -> threads() == 0);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tuned-cache-warm-up-"))
                .count();
    }

    @Test
    void timeIsUpForASourceThatHangs() {
        start(
                new WarmUpSettings(1_000, 2, Duration.ofMillis(50)),
                source(() -> hang(new CountDownLatch(1)), this::load));
        assertThat(awaitEnd().state()).isEqualTo(State.STOPPED);
    }

    @Test
    void zeroKeysAreNoWarmUp() {
        start(new WarmUpSettings(0, 2, Duration.ofMinutes(1)), source(() -> Stream.of("1"), this::load));
        assertThat(progress(0).state()).isEqualTo(State.WAITING);
        closeWarmUp();
        assertThat(progress(0).state()).isEqualTo(State.STOPPED);
    }

    private Object load(Object key) {
        loads.add(key);
        return key.toString();
    }

    private static <T> T hang(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException ex) {
            throw new IllegalStateException("interrupted", ex);
        }
        throw new AssertionError();
    }

    private void start(WarmUpSettings settings, WarmUpSource... sources) {
        WarmUp started = new WarmUp(manager, List.of(sources), settings);
        warmUp = started;
        started.start();
    }

    private void closeWarmUp() {
        if (warmUp != null) {
            warmUp.close();
        }
    }

    private WarmUpProgress progress(int source) {
        return (warmUp != null) ? warmUp.progress().get(source) : null;
    }

    private WarmUpProgress awaitEnd() {
        return await().until(() -> progress(0), now -> now.state() != State.WAITING && now.state() != State.RUNNING);
    }

    private WarmUpSource source(Supplier<Stream<?>> keys, Function<Object, @Nullable Object> loader) {
        return new Source("products", keys, loader);
    }

    private record Source(String region, Supplier<Stream<?>> named, Function<Object, @Nullable Object> loader)
            implements WarmUpSource {

        @Override
        public Stream<?> keys() {
            return named.get();
        }

        @Override
        public @Nullable Object load(Object key) {
            return loader.apply(key);
        }
    }
}
