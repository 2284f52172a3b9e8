/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Settings;
import dev.tuned.cache.value.MemoryBudget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class GenerationTests {

    private final FakeStore store = new FakeStore();
    private final AtomicLong now = new AtomicLong();
    private final TestChannel channel = new TestChannel();
    private final List<String> repeated = new CopyOnWriteArrayList<>();
    private final AtomicInteger late = new AtomicInteger();
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    private final Generation generation = new Generation(
            new RemoteContext(store, "cache", now::get, new MemoryBudget(), scheduler, channel),
            "id",
            Settings.with(
                    Settings.plain(),
                    Settings.l2(true, Duration.ofMinutes(10), Duration.ofMillis(50), Duration.ofMinutes(1))),
            repeated::add,
            late::incrementAndGet);

    /** A region that has been used: the count is there. */
    @BeforeEach
    void begin() {
        store.counters.put("id", 0L);
    }

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
    }

    @Test
    void isReadOnceAndAgainAfterAWhile() {
        assertThat(generation.current().join()).isZero();
        assertThat(generation.current().join()).isZero();
        assertThat(store.adds).hasValue(1);
        store.counters.put("id", 7L);
        now.addAndGet(Duration.ofSeconds(60).toNanos());
        generation.current().join();
        assertThat(generation.current().join()).isEqualTo(7);
    }

    @Test
    void goesOnAboveACounterThatWentBackSoThatNothingClearedComesBack() {
        store.counters.put("id", 7L);
        assertThat(generation.current().join()).isEqualTo(7);
        store.counters.clear();
        now.addAndGet(Duration.ofSeconds(60).toNanos());
        generation.current().join();
        long next = generation.current().join();
        assertThat(next).as("another process may have known a larger one").isGreaterThan(1_000_000_000_000_000L);
        assertThat(store.counters).containsEntry("id", next);
    }

    @Test
    void aCounterThatIsMissingAtTheFirstReadRepeatsNoNumberThatMayHaveBeenCounted() {
        store.counters.clear();
        long first = generation.current().join();
        assertThat(first).as("a process that is gone may have counted").isGreaterThan(1_000_000_000_000_000L);
        generation.advance().join();
        assertThat(generation.current().join()).isEqualTo(first + 1);
    }

    @Test
    void aClearThatFindsNoCounterRepeatsNoNumberThatMayHaveBeenCounted() {
        store.counters.clear();
        generation.advance().join();
        assertThat(generation.current().join()).isGreaterThan(1_000_000_000_000_000L);
    }

    @Test
    void changeInAGenerationThatIsOverIsRepeatedAlthoughNobodyAsksAgain() {
        generation.changed("key", generation.current().join(), 1);
        store.failure = new IllegalStateException("down");
        store.counters.put("id", 1L);
        generation.forget();
        store.failure = null;
        await().untilAsserted(() -> assertThat(repeated).containsExactly("key"));
    }

    @Test
    void whereClearsAreNotReportedTheCountIsReadAgainBeforeItIsUsed() {
        channel.listening.set(false);
        assertThat(generation.current().join()).isZero();
        store.counters.put("id", 1L);
        assertThat(generation.current().join()).isZero();
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(generation.current().join()).isEqualTo(1);
    }

    @Test
    void whereClearsAreNotReportedAChangeInAGenerationThatIsOverIsRepeatedAtOnce() {
        channel.listening.set(false);
        long number = generation.current().join();
        store.counters.put("id", 1L);
        generation.changed("key", number, 1);
        await().untilAsserted(() -> assertThat(repeated).containsExactly("key"));
    }

    @Test
    void aClearDuringAnOutageIsTriedTenTimesASecondHoweverManyAsk() {
        generation.current().join();
        store.failure = new IllegalStateException("down");
        generation.advance().exceptionally(error -> null).join();
        int before = store.adds.get();
        for (int i = 0; i < 100; i++) {
            now.addAndGet(Duration.ofMillis(100).toNanos());
            assertThat(generation.current()).isCompletedExceptionally();
        }
        int asked = store.adds.get() - before;
        await().until(() -> store.adds.get() - before >= asked + 5);
        assertThat(scheduler.getQueue()).hasSizeLessThanOrEqualTo(1);
        store.failure = null;
        await().untilAsserted(() -> assertThat(store.counters).containsEntry("id", 1L));
    }

    @Test
    void firstFailuresAreWaitedOutAndLastingOnesNot() {
        store.failingAdds.set(3);
        assertThat(generation.current().join()).isZero();

        store.failure = new IllegalStateException("down");
        generation.advance().exceptionally(error -> null).join();
        int attempts = store.adds.get();
        assertThat(generation.current()).isCompletedExceptionally();
        assertThat(store.adds).hasValue(attempts);

        store.failure = null;
        now.addAndGet(Duration.ofMillis(100).toNanos());
        var unused = generation.current();
        await().untilAsserted(() -> assertThat(generation.current().join()).isEqualTo(1));
    }
}
