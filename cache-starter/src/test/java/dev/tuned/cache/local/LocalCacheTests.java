/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.StaleReason;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationListener;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.store.L2Store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

class LocalCacheTests {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Duration STALE = Duration.ofSeconds(100);

    private static final ReadPolicy POLICY = new ReadPolicy(true, true);

    private final AtomicLong now = new AtomicLong();

    /** Entries that were read before this are not to be served. */
    private long trustedFrom = Long.MIN_VALUE;

    private final InvalidationChannel channel = new InvalidationChannel() {

        @Override
        public void start(InvalidationListener listener) {}

        @Override
        public void publish(Invalidation invalidation) {}

        @Override
        public boolean beforeRead(long readAt, long nanoTime) {
            return readAt >= trustedFrom;
        }

        @Override
        public void close() {}
    };

    private LocalCache level(long size, double refreshAhead) {
        RegionSettings settings = Settings.withTimes(Settings.plain(), STALE, Duration.ofSeconds(5));
        return new LocalCache(Settings.with(settings, Settings.l1(size, TTL, 0.0, refreshAhead)), now::get, channel);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private void put(LocalCache level, Object key) {
        level.putIfUnchanged(key, "value", L2Store.NO_CAS, level.versions().stamp(key));
    }

    @Test
    void statisticsCountByTime() {
        LocalCache level = level(10, 0.5);
        assertThat(level.hit("1", POLICY)).isNull();
        put(level, "1");
        assertThat(level.hit("1", POLICY)).isNotNull();
        pass(TTL.dividedBy(2));
        assertThat(level.hit("1", POLICY)).as("fresh, but due").isNull();
        assertThat(level.hit("1", new ReadPolicy(false, false)))
                .as("due for others")
                .isNotNull();
        pass(TTL);
        assertThat(level.hit("1", POLICY)).as("stale").isNull();
        assertThat(level.counters().hits.sum()).isEqualTo(3);
        assertThat(level.counters().misses.sum()).isEqualTo(2);
        assertThat(level.counters().puts.sum()).isEqualTo(1);
    }

    @Test
    void evictionsAreCountedAndRemovalsAreNot() {
        LocalCache level = level(1, 0);
        put(level, "1");
        level.remove("1");
        put(level, "1");
        put(level, "2");
        level.cache().cleanUp();
        assertThat(level.counters().evictions.sum()).isEqualTo(1);
    }

    @Test
    void deadEntriesGoWhenOthersComeAndStaleCopiesStay() {
        LocalCache level = level(100, 0);
        put(level, "dead");
        pass(STALE);
        put(level, "stale");
        pass(TTL);
        put(level, "new");
        level.cache().cleanUp();
        assertThat(level.cache().asMap()).containsOnlyKeys("stale", "new");
    }

    @Test
    void entryThatIsNotToBeServedStaysUntilItMay() {
        LocalCache level = level(100, 0);
        put(level, "1");
        Entry copy = requireNonNull(level.copy("1"));
        pass(Duration.ofSeconds(1));
        Stamp before = level.versions().stamp("2");
        pass(Duration.ofSeconds(1));
        trustedFrom = now.get();
        level.putIfUnchanged("2", "loaded since before", L2Store.NO_CAS, before);
        put(level, "3");
        for (String old : List.of("1", "2")) {
            assertThat(level.hit(old, POLICY)).isNull();
            assertThat(level.servable(old, POLICY)).isNull();
            assertThat(level.fresh(old)).isNull();
        }
        assertThat(level.isServedStale(copy, StaleReason.ERROR)).isFalse();
        assertThat(level.hit("3", POLICY)).isNotNull();
        trustedFrom = 0;
        assertThat(level.hit("1", POLICY)).isSameAs(copy);
        assertThat(level.hit("2", POLICY)).isNotNull();
    }
}
