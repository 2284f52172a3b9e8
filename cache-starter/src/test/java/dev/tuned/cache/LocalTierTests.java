/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.stats.CacheStats;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.store.L2Store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

class LocalTierTests {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Duration STALE = Duration.ofSeconds(100);

    private final TickingClock clock = new TickingClock();
    private final WriteGuard guard = new WriteGuard();

    /** Ticks when a test says so, with the bound a second ahead. */
    private static final class TickingClock implements LocalClock {

        private final AtomicInteger reads = new AtomicInteger();
        private long now;
        private long bound = Duration.ofSeconds(1).toNanos();

        @Override
        public long read() {
            reads.incrementAndGet();
            return now;
        }

        @Override
        public long bound() {
            return bound;
        }

        void advance(Duration time) {
            now += time.toNanos();
        }

        void tick() {
            bound = now + Duration.ofSeconds(1).toNanos();
        }
    }

    private LocalTier tier(long size, double refreshAhead) {
        RegionSettings settings = Settings.withTimes(Settings.plain(), STALE, Duration.ofSeconds(5));
        return new LocalTier(
                Settings.with(settings, new RegionSettings.Local(size, TTL, 0, refreshAhead)), clock, guard);
    }

    private void put(LocalTier tier, Object key) {
        tier.putIfUnchanged(key, "value", L2Store.NO_CAS, guard.stamp(key));
    }

    @Test
    void hitDoesNotLookAtTheClockBeforeItsLastSecond() {
        LocalTier tier = tier(10, 0);
        put(tier, "1");
        clock.advance(TTL.minusMillis(1001));
        clock.tick();
        int before = clock.reads.get();
        assertThat(tier.hit("1")).isNotNull();
        assertThat(clock.reads).hasValue(before);
    }

    @Test
    void entryEndsOnTimeByTheClockEvenIfTheBoundComesLate() {
        LocalTier tier = tier(10, 0);
        put(tier, "1");
        clock.advance(TTL.minusMillis(900));
        clock.tick();
        clock.advance(Duration.ofMillis(900).minusNanos(1));
        assertThat(tier.hit("1")).isNotNull();
        clock.advance(Duration.ofNanos(1));
        assertThat(tier.hit("1")).isNull();
    }

    @Test
    void statisticsCountByTime() {
        LocalTier tier = tier(10, 0.5);
        assertThat(tier.hit("1")).isNull();
        put(tier, "1");
        assertThat(tier.hit("1")).isNotNull();
        clock.advance(TTL.dividedBy(2));
        clock.tick();
        assertThat(tier.hit("1")).as("fresh, but to be read anew").isNull();
        clock.advance(TTL);
        clock.tick();
        assertThat(tier.hit("1")).as("outdated").isNull();
        CacheStats statistics = tier.cache().stats();
        assertThat(statistics.hitCount()).isEqualTo(2);
        assertThat(statistics.missCount()).isEqualTo(2);
        assertThat(statistics.loadSuccessCount()).as("puts").isEqualTo(1);
    }

    @Test
    void evictionsAreCountedAndRemovalsAreNot() {
        LocalTier tier = tier(1, 0);
        put(tier, "1");
        tier.remove("1");
        put(tier, "1");
        put(tier, "2");
        tier.cache().cleanUp();
        assertThat(tier.cache().stats().evictionCount()).isEqualTo(1);
    }

    @Test
    void deadEntriesGoWhenOthersComeAndStaleCopiesStay() {
        LocalTier tier = tier(100, 0);
        put(tier, "dead");
        clock.advance(STALE);
        put(tier, "stale");
        clock.advance(TTL);
        put(tier, "new");
        await().untilAsserted(() -> assertThat(tier.cache().asMap()).containsOnlyKeys("stale", "new"));
    }

    /** Caffeine hears of an entry's first read in a tick only; here a tick has 500 reads. */
    @Test
    void evictionChoosesAboutAsWellAsCaffeineThatHearsOfEachRead() {
        LocalTier tier = tier(500, 0);
        Cache<Object, Object> plain =
                Caffeine.newBuilder().maximumSize(500).recordStats().build();
        Random random = new Random(17);
        for (int i = 0; i < 500_000; i++) {
            Integer key = (int) Math.pow(10_000, random.nextDouble());
            if (i % 500 == 0) {
                clock.advance(Duration.ofNanos(1));
                clock.tick();
            }
            if (tier.hit(key) == null) {
                put(tier, key);
            }
            plain.get(key, missing -> "value");
        }
        assertThat(tier.cache().stats().hitRate()).isCloseTo(plain.stats().hitRate(), within(0.05));
    }
}
