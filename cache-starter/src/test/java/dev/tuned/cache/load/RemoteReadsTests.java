/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.load;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.load.RemoteReads.Read;
import dev.tuned.cache.local.LocalLevel;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.local.WriteGuard;
import dev.tuned.cache.remote.RemoteContext;
import dev.tuned.cache.remote.RemoteLevel;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.value.MemoryBudget;
import dev.tuned.cache.value.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RemoteReadsTests {

    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final AtomicReference<@Nullable Runnable> whenRead = new AtomicReference<>();
    private final RegionCounters counters = new RegionCounters();
    private final WriteGuard guard = new WriteGuard();
    private final LocalLevel local =
            new LocalLevel(Settings.plain(), counters, System::nanoTime, guard, InvalidationChannel.NONE);
    private final RemoteLevel level = new RemoteLevel(
            "products",
            Settings.plain(),
            new RemoteContext(new FakeStore(), "cache", this::time, new MemoryBudget(), scheduler, (region, key) -> {}),
            ValueCodec.of(JsonMapper.shared(), JsonMapper.shared().constructType(Product.class), 1));
    private final RemoteReads reads = new RemoteReads(() -> level, local, guard, counters);

    private long time() {
        Runnable next = whenRead.getAndSet(null);
        if (next != null) {
            next.run();
        }
        return 0;
    }

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
    }

    @Test
    void readThatCannotBeginEndsForThoseWhoJoinedIt() {
        AtomicReference<@Nullable Read> joined = new AtomicReference<>();
        whenRead.set(() -> {
            joined.set(reads.start("1"));
            throw new StackOverflowError();
        });
        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> reads.start("1"));
        assertThat(joined.get()).isNotNull();
        assertThat(joined.get().answered()).isCompletedWithValueMatching(read -> read.outcome() == Outcome.UNAVAILABLE);
        assertThat(reads.size()).isZero();
        assertThat(reads.start("1").answered())
                .succeedsWithin(Settings.plain().l2().hardTimeout())
                .matches(read -> read.outcome() == Outcome.ABSENT);
    }
}
