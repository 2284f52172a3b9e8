/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ClearGenerationTests {

    private final FakeStore store = new FakeStore();
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger late = new AtomicInteger();
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final ClearGeneration generation = new ClearGeneration(
            store,
            "id",
            Settings.with(
                    Settings.plain(),
                    Settings.l2(true, Duration.ofMinutes(10), Duration.ofMillis(50), Duration.ofMinutes(1))),
            now::get,
            scheduler,
            key -> {},
            late::incrementAndGet);

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
        assertThat(generation.current().join()).isEqualTo(8);
        assertThat(store.counters).containsEntry("id", 8L);
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
