/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import com.github.benmanes.caffeine.cache.Ticker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.region.CacheReader.Caller;
import dev.tuned.cache.region.ReadStep.Wait;
import dev.tuned.cache.region.ReadStep.Waited;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Of those who have waited too long for a load one takes it over, and the rest wait for that. */
class TakeOverTests {

    private static final String KEY = "1";
    private static final int WAITERS = 200;

    private final RegionSettings settings = Settings.plain();
    private final ReadPolicy policy = ReadPolicy.ofNearCache(settings);
    private final LocalCache local = new LocalCache(settings, Ticker.systemTicker(), InvalidationChannel.NONE);
    private final LoadRegistry loads = new LoadRegistry(local, () -> null);
    private final BackgroundExecutor background = new BackgroundExecutor(4, 1);
    private final CacheReader reader =
            new CacheReader("products", Duration.ofMillis(50), local, loads, background, task -> task);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Slow first = new Slow();
    private final Slow second = new Slow();

    @AfterEach
    void stop() {
        first.result.complete("late");
        second.result.complete("late");
        threads.shutdownNow();
        background.close();
    }

    /** Gives what its result is completed with, once that is. */
    private static final class Slow implements Loader<String> {

        final AtomicInteger calls = new AtomicInteger();
        final CompletableFuture<String> result = new CompletableFuture<>();

        @Override
        public CompletionStage<Map<String, String>> load(Set<String> keys) {
            calls.incrementAndGet();
            return result.thenApply(value -> Collections.singletonMap(KEY, value));
        }
    }

    /** A read that has found a load which does not end. */
    private Wait<Object> waiting(Caller caller) throws Throwable {
        ReadStep<Object> step = reader.load(KEY, second, policy, caller);
        assertThat(step).isInstanceOf(Wait.class);
        return (Wait<Object>) step;
    }

    private void beginFirst() throws Throwable {
        var unused = reader.load(KEY, first, policy, Caller.BLOCKING);
        assertThat(first.calls).hasValue(1);
    }

    private ReadStep<Object> waitedTooLong(Wait<Object> wait) {
        try {
            return wait.next().after(Waited.TOO_LONG);
        } catch (Throwable ex) {
            return new Wait<>(CompletableFuture.completedFuture(null), waited -> {
                throw ex;
            });
        }
    }

    /** C6: 199 calls by 200 waiters. */
    @ParameterizedTest
    @CsvSource({
        "WAITING,false",
        "WAITING,true",
        "BLOCKING,false",
        "BLOCKING,true",
        "NON_BLOCKING,false",
        "NON_BLOCKING,true"
    })
    void oneOfManyWaitersTakesALoadOver(Caller caller, boolean fails) throws Throwable {
        beginFirst();
        List<Wait<Object>> waiters = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            waiters.add(waiting(caller));
        }
        AtomicInteger joined = new AtomicInteger();
        List<Future<ReadStep<Object>>> steps = new ArrayList<>();
        for (Wait<Object> waiter : waiters) {
            steps.add(threads.submit(() -> {
                ReadStep<Object> step = waitedTooLong(waiter);
                joined.incrementAndGet();
                return step;
            }));
        }
        // The second load ends only when all have decided what to do, so that each of them might have called the
        // loader.
        await().until(() -> joined.get() >= WAITERS - 1 && second.calls.get() >= 1);
        if (fails) {
            second.result.completeExceptionally(new IllegalArgumentException("no such product"));
        } else {
            second.result.complete("second");
        }
        for (Future<ReadStep<Object>> each : steps) {
            ReadStep<Object> step = each.get();
            if (fails) {
                assertThatThrownBy(() -> ReadStep.join(step, loads))
                        .isExactlyInstanceOf(IllegalArgumentException.class);
            } else {
                assertThat(ReadStep.join(step, loads)).isEqualTo("second");
            }
        }
        assertThat(second.calls).hasValue(1);
        assertThat(loads.size()).isZero();
    }

    /** The one that comes last finds that the load in place of the first has already failed, and nothing in L1. */
    @ParameterizedTest
    @EnumSource
    void lateWaiterGetsTheFailureOfALoadThatHasEnded(Caller caller) throws Throwable {
        beginFirst();
        Wait<Object> early = waiting(caller);
        Wait<Object> late = waiting(caller);
        second.result.completeExceptionally(new IllegalArgumentException("no such product"));
        assertThatThrownBy(() -> ReadStep.join(waitedTooLong(early), loads))
                .isExactlyInstanceOf(IllegalArgumentException.class);
        await().until(() -> loads.size() == 0);
        assertThatThrownBy(() -> ReadStep.join(waitedTooLong(late), loads))
                .isExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(second.calls).hasValue(1);
    }

    /** The load that was taken over may end before the one in its place: its waiters would wait longer than it lasts. */
    @ParameterizedTest
    @CsvSource({"WAITING,false", "BLOCKING,false", "NON_BLOCKING,false", "WAITING,true"})
    void waitersGetTheFirstValueThatIsThere(Caller caller, boolean firstFails) throws Throwable {
        beginFirst();
        Wait<Object> early = waiting(caller);
        Wait<Object> late = waiting(caller);
        ReadStep<Object> executing = waitedTooLong(early);
        await().until(() -> second.calls.get() == 1);
        ReadStep<Object> step = waitedTooLong(late);
        if (firstFails) {
            first.result.completeExceptionally(new IllegalArgumentException("no such product"));
            second.result.complete("second");
        } else {
            first.result.complete("first");
        }
        assertThat(((Wait<Object>) step).until()).isDone();
        assertThat(threads.submit(() -> ReadStep.join(step, loads)))
                .succeedsWithin(Duration.ofMinutes(1))
                .isEqualTo(firstFails ? "second" : "first");
        second.result.complete("second");
        assertThat(ReadStep.join(executing, loads)).isEqualTo("second");
        assertThat(second.calls).hasValue(1);
    }

    /** As long as the second load runs, and after it has ended, a new read does not get what it failed with. */
    @Test
    void readThatBeginsAfterATakeOverMakesItsOwnLoad() throws Throwable {
        beginFirst();
        Wait<Object> early = waiting(Caller.WAITING);
        second.result.completeExceptionally(new IllegalArgumentException("no such product"));
        assertThatThrownBy(() -> ReadStep.join(waitedTooLong(early), loads))
                .isExactlyInstanceOf(IllegalArgumentException.class);
        Slow third = new Slow();
        third.result.complete("third");
        assertThat(ReadStep.join(reader.load(KEY, third, policy, Caller.WAITING), loads))
                .isEqualTo("third");
    }

    /** The whole way, with the real time: one waits on its thread and one asynchronously. */
    @Test
    void waitersOfALoadThatDoesNotEndGetAValue() throws Throwable {
        Region region = new Region(
                "products",
                settings,
                new Region.Shared(Ticker.systemTicker(), background, name -> task -> task, InvalidationChannel.NONE),
                name -> Optional.empty());
        second.result.complete("second");
        var unusedFirst = threads.submit(() -> calling(region, first));
        await().until(() -> first.calls.get() == 1);
        Future<Object> waiting = threads.submit(() -> calling(region, second));
        Slow hung = new Slow();
        Loader<Object> slow = keys -> hung.load(Set.of(KEY)).thenApply(Map::<Object, Object>copyOf);
        Loader<Object> fast = keys -> CompletableFuture.completedFuture(Map.of("2", "second"));
        var unusedSecond = region.loadLater("2", slow, policy);
        CompletableFuture<?> later = region.loadLater("2", fast, policy);
        assertThat(waiting.get()).isEqualTo("second");
        assertThat(second.calls).hasValue(1);
        assertThat(later.get()).isEqualTo("second");
        hung.result.complete("late");
        first.result.complete("late");
        await().until(() -> region.pendingCount() == 0);
    }

    private Object calling(Region region, Slow loader) throws Exception {
        try {
            return region.load(KEY, loader, policy);
        } catch (Exception | Error ex) {
            throw ex;
        } catch (Throwable ex) {
            throw new IllegalStateException(ex);
        }
    }
}
