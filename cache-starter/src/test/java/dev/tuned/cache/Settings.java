/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.BreakerSettings;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.MonitoredStore;

/** Settings for tests: the defaults, but without chance, refreshes and stale values. */
public final class Settings {

    private Settings() {}

    /** As an application has its store, if it says nothing of the breaker. */
    public static MonitoredStore monitored(L2Store store) {
        return new MonitoredStore(store, new BreakerSettings(), "x", List.of(), Ticker.systemTicker());
    }

    public static BreakerSettings breaker(int failureThreshold, Duration open) {
        BreakerSettings settings = new BreakerSettings();
        settings.setFailureThreshold(failureThreshold);
        settings.setOpen(open);
        return settings;
    }

    public static RegionSettings plain() {
        RegionSettings settings = withTimes(new RegionSettings(), Duration.ZERO, Duration.ofSeconds(5));
        return with(settings, l1(10_000L, Duration.ofSeconds(60), 0.0, 0.0));
    }

    /** Changes settings. */
    public static RegionSettings with(RegionSettings settings, Consumer<RegionSettings> change) {
        change.accept(settings);
        return settings;
    }

    public static Consumer<RegionSettings> l1(
            Long maximumSize, Duration ttl, Double jitter, @Nullable Double refreshAhead) {
        return settings -> {
            settings.getL1().setMaximumSize(maximumSize);
            settings.getL1().setTtl(ttl);
            settings.getL1().setJitter(jitter);
            settings.getL1().setRefreshAhead(refreshAhead);
        };
    }

    public static Consumer<RegionSettings> l2(
            Boolean enabled, Duration ttl, Duration softTimeout, Duration hardTimeout) {
        return settings -> {
            settings.getL2().setEnabled(enabled);
            settings.getL2().setTtl(ttl);
            settings.getL2().setSoftTimeout(softTimeout);
            settings.getL2().setHardTimeout(hardTimeout);
        };
    }

    public static RegionSettings withTimes(
            RegionSettings settings, @Nullable Duration staleIfError, Duration negativeTtl) {
        settings.setStaleIfError(staleIfError);
        settings.setNegativeTtl(negativeTtl);
        return settings;
    }
}
