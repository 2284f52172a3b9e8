/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.Locale;
import java.util.function.ToLongFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.cache.RegionStatistics;
import dev.tuned.cache.StaleReason;
import dev.tuned.cache.manager.RegionCache;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.StoreState;

/**
 * Meters of what Spring Boot's cache meters do not know: L2, loads, stale values, the breaker and invalidations. They
 * read what is counted anyway. Regions that come into being later get theirs, too.
 */
final class NearCacheMeters implements MeterBinder {

    private static final String PREFIX = "tuned.cache.";

    private final TunedCacheManager manager;

    NearCacheMeters(TunedCacheManager manager) {
        this.manager = manager;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        manager.addRegionListener(region -> bind(region, registry));
        manager.getCacheNames().forEach(name -> bind(manager.getCache(name), registry));
        if (manager.storeState() != null) {
            for (StoreState.Breaker state : StoreState.Breaker.values()) {
                bindBreaker(state, registry);
            }
        }
        if (manager.invalidationStatistics() != null) {
            new InvalidationMeters(manager, registry).bind();
        }
    }

    private void bind(RegionCache cache, MeterRegistry registry) {
        Region region = new Region(cache, registry);
        region.count("l2.gets", "Reads of L2", "result", "hit", RegionStatistics::l2Hits);
        region.count("l2.gets", "Reads of L2", "result", "miss", RegionStatistics::l2Misses);
        region.count("l2.gets", "Reads of L2", "result", "failure", RegionStatistics::l2Failures);
        region.count(
                "l2.undecodable", "Documents that were not JSON of the region's type", RegionStatistics::undecodable);
        region.count("loads", "Loaders called", RegionStatistics::loads);
        region.count("loads.failed", "Loaders that failed", RegionStatistics::loadFailures);
        region.count("loads.joined", "Reads that waited for another caller's load", RegionStatistics::joined);
        region.count("refreshes", "Entries reloaded before the end of their TTL", RegionStatistics::refreshes);
        region.count(
                "parses.skipped",
                "Documents that had not changed and were not parsed",
                RegionStatistics::parsesSkipped);
        region.count("invalidated", "Entries that another process changed", RegionStatistics::invalidated);
        for (StaleReason reason : StaleReason.values()) {
            region.count(
                    "stale",
                    "Reads answered after an entry's time",
                    "reason",
                    tag(reason),
                    now -> now.stale().getOrDefault(reason, 0L));
        }
    }

    private void bindBreaker(StoreState.Breaker state, MeterRegistry registry) {
        Gauge.builder(PREFIX + "breaker.state", manager, it -> {
                    StoreState now = it.storeState();
                    return (now != null && now.breaker() == state) ? 1 : 0;
                })
                .description("1 for the state that the breaker in front of L2 is in")
                .tag("state", tag(state))
                .register(registry);
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private record Region(RegionCache cache, MeterRegistry registry) {

        void count(String name, String description, ToLongFunction<RegionStatistics> value) {
            count(name, description, Tags.empty(), value);
        }

        void count(String name, String description, String tag, String tagged, ToLongFunction<RegionStatistics> value) {
            count(name, description, Tags.of(tag, tagged), value);
        }

        private void count(String name, String description, Tags tags, ToLongFunction<RegionStatistics> value) {
            FunctionCounter.builder(PREFIX + name, cache, it -> value.applyAsLong(it.statistics()))
                    .description(description)
                    .tags(tags.and("cache", cache.getName()))
                    .register(registry);
        }
    }
}
