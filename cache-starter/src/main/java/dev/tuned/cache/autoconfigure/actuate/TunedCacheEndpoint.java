/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

import dev.tuned.cache.RegionStatistics;
import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.manager.RegionCache;
import dev.tuned.cache.store.StoreState;

/** Endpoint {@code tunedcache}: which settings are active, and what each region has done. Shows no keys. Thread-safe. */
@Endpoint(id = "tunedcache")
public final class TunedCacheEndpoint {

    private final NearCacheReport view;

    TunedCacheEndpoint(NearCacheReport view) {
        this.view = view;
    }

    /** Everything. */
    @ReadOperation
    public Report report() {
        Map<String, RegionReport> regions = new LinkedHashMap<>();
        view.regions().forEach(region -> regions.put(region.getName(), report(region)));
        return new Report(view.summary(), view.store(), view.invalidation(), regions);
    }

    /** One region, or {@code null} if there is none of that name. */
    @ReadOperation
    public @Nullable RegionReport region(@Selector String name) {
        return view.regions().stream()
                .filter(region -> region.getName().equals(name))
                .findFirst()
                .map(this::report)
                .orElse(null);
    }

    private RegionReport report(RegionCache region) {
        return new RegionReport(
                view.isRemote(region) ? "L1+L2" : "L1", SettingsText.of(region.settings()), region.statistics());
    }

    /**
     * Everything.
     *
     * @param summary the start-up line as it would be now
     * @param l2 the state of L2, {@code null} without one
     * @param invalidation what the invalidation channel has done, {@code null} without one
     * @param regions the regions by name
     */
    public record Report(
            String summary,
            @Nullable StoreState l2,
            @Nullable InvalidationStatistics invalidation,
            Map<String, RegionReport> regions)
            implements OperationResponseBody {}

    /**
     * One region.
     *
     * @param levels {@code L1} or {@code L1+L2}
     * @param settings the active settings, by the names of the properties
     * @param statistics what it has done since the start
     */
    public record RegionReport(String levels, Map<String, String> settings, RegionStatistics statistics)
            implements OperationResponseBody {}
}
