/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.autoconfigure.RemoteLocation;
import dev.tuned.cache.autoconfigure.StartupReport;
import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.manager.RegionCache;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.StoreState;

/** What health and endpoint show of the near cache. Thread-safe. */
final class NearCacheReport {

    private final TunedCacheManager manager;
    private final StartupReport report;
    private final RemoteLocation remote;

    NearCacheReport(TunedCacheManager manager, StartupReport report, RemoteLocation remote) {
        this.manager = manager;
        this.report = report;
        this.remote = remote;
    }

    /** The start-up line as it would be now. */
    String summary() {
        return report.message();
    }

    /** Where L2 is, or why there is none. */
    String l2() {
        return remote.description();
    }

    @Nullable
    StoreState store() {
        return manager.storeState();
    }

    @Nullable
    InvalidationStatistics invalidation() {
        return manager.invalidationStatistics();
    }

    List<RegionCache> regions() {
        return manager.getCacheNames().stream().sorted().map(manager::getCache).toList();
    }

    boolean isRemote(RegionCache region) {
        return manager.isRemote(region.getName());
    }

    /** As it is written in a property. */
    static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static @Nullable String text(@Nullable Duration value) {
        return (value != null) ? value.toMillis() + "ms" : null;
    }
}
