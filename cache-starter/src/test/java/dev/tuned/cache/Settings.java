/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.List;

import com.github.benmanes.caffeine.cache.Ticker;

import dev.tuned.cache.RegionSettings.L1;
import dev.tuned.cache.RegionSettings.L2;
import dev.tuned.cache.store.BreakerSettings;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.MonitoredStore;

/** Settings for tests: the defaults, but without chance, refreshes and stale values. */
public final class Settings {

    private Settings() {}

    /** As an application has its store, if it says nothing of the breaker. */
    public static MonitoredStore monitored(L2Store store) {
        return new MonitoredStore(
                store, new BreakerSettings(20, Duration.ofSeconds(1)), "x", List.of(), Ticker.systemTicker());
    }

    public static RegionSettings plain() {
        return new RegionSettings(
                new L1(10_000L, Duration.ofSeconds(60), 0.0, 0.0),
                new L2(true, Duration.ofMinutes(10), Duration.ofMillis(50), Duration.ofMillis(250)),
                Duration.ZERO,
                Duration.ofSeconds(5),
                1);
    }

    public static RegionSettings with(RegionSettings base, L1 l1) {
        return new RegionSettings(l1, base.l2(), base.staleIfError(), base.negativeTtl(), base.schemaVersion());
    }

    public static RegionSettings with(RegionSettings base, L2 l2) {
        return new RegionSettings(base.l1(), l2, base.staleIfError(), base.negativeTtl(), base.schemaVersion());
    }

    public static RegionSettings withTimes(RegionSettings base, Duration staleIfError, Duration negativeTtl) {
        return new RegionSettings(base.l1(), base.l2(), staleIfError, negativeTtl, base.schemaVersion());
    }
}
