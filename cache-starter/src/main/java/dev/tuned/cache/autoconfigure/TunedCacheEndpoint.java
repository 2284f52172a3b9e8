/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

import dev.tuned.cache.HotKey;
import dev.tuned.cache.RegionCache;
import dev.tuned.cache.RegionStatistics;
import dev.tuned.cache.WarmUpProgress;
import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.store.StoreState;

/**
 * Endpoint {@code tunedcache}: what is in force, what each region has done, and which of its keys are read most. Keys may
 * be personal data and are shown as asterisks, unless {@code management.endpoint.tunedcache.show-keys} says otherwise.
 * Thread-safe.
 */
@Endpoint(id = "tunedcache")
public final class TunedCacheEndpoint {

    private static final int HOT_KEYS = 10;

    private final NearCacheView view;
    private final Show showKeys;

    TunedCacheEndpoint(NearCacheView view, Show showKeys) {
        this.view = view;
        this.showKeys = showKeys;
    }

    /** Everything. */
    @ReadOperation
    public Report report() {
        return report(showKeys.isShown(true));
    }

    /** One region, or {@code null} if there is none of that name. */
    @ReadOperation
    public @Nullable RegionReport region(@Selector String name) {
        return region(name, showKeys.isShown(true));
    }

    Report report(boolean withKeys) {
        Map<String, RegionReport> regions = new LinkedHashMap<>();
        view.regions().forEach(region -> regions.put(region.getName(), report(region, withKeys)));
        return new Report(view.summary(), view.store(), view.invalidation(), view.warmUp(), regions);
    }

    @Nullable
    RegionReport region(String name, boolean withKeys) {
        return view.regions().stream()
                .filter(region -> region.getName().equals(name))
                .findFirst()
                .map(region -> report(region, withKeys))
                .orElse(null);
    }

    private RegionReport report(RegionCache region, boolean withKeys) {
        List<Hot> hottest = region.hottestKeys(HOT_KEYS).stream()
                .map(hot -> new Hot(withKeys ? text(hot) : SanitizableData.SANITIZED_VALUE, hot.share()))
                .toList();
        return new RegionReport(
                view.isRemote(region) ? "L1+L2" : "L1",
                SettingsText.of(region.settings()),
                region.statistics(),
                hottest);
    }

    private static String text(HotKey hot) {
        return hot.key().toString();
    }

    /**
     * Everything.
     *
     * @param summary the start-up line as it would be now
     * @param l2 how L2 is doing, {@code null} without one
     * @param invalidation what the invalidation channel has done, {@code null} without one
     * @param warmUp how far the warm-up is, by source
     * @param regions the regions by name
     */
    public record Report(
            String summary,
            @Nullable StoreState l2,
            @Nullable InvalidationStatistics invalidation,
            List<WarmUpProgress> warmUp,
            Map<String, RegionReport> regions)
            implements OperationResponseBody {}

    /**
     * One region.
     *
     * @param levels {@code L1} or {@code L1+L2}
     * @param settings what is in force, by the names of the properties
     * @param statistics what it has done since the start
     * @param hottest the keys that are read most
     */
    public record RegionReport(
            String levels, Map<String, String> settings, RegionStatistics statistics, List<Hot> hottest)
            implements OperationResponseBody {}

    /**
     * A key that is read much.
     *
     * @param key the key, or asterisks
     * @param share its part of the hits in L1, 0 to 1
     */
    public record Hot(String key, double share) {}
}
