/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.cache.NearCacheManager;
import dev.tuned.cache.RegionCache;
import dev.tuned.cache.RegionStatistics;
import dev.tuned.cache.StaleReason;
import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.store.StoreState;

/**
 * Meters of what Spring Boot's cache meters do not know: L2, loads, stale values, the breaker and invalidations. They
 * read what is counted anyway. Regions that come into being later get theirs, too.
 */
final class NearCacheMeters implements MeterBinder {

    private static final String PREFIX = "tuned.cache.";

    private final NearCacheManager manager;

    NearCacheMeters(NearCacheManager manager) {
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
            bindInvalidation(registry);
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
        region.count("refreshes", "Entries read anew ahead of their end", RegionStatistics::refreshes);
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

    private void bindInvalidation(MeterRegistry registry) {
        count(
                "invalidation.sent",
                "Changes told to other processes",
                Tags.empty(),
                InvalidationStatistics::sent,
                registry);
        count(
                "invalidation.received",
                "Changes that others told",
                Tags.empty(),
                InvalidationStatistics::received,
                registry);
        InvalidationStatistics now = invalidation(manager);
        now.lost()
                .keySet()
                .forEach(reason -> count(
                        "invalidation.lost",
                        "Times that changes may have been missed and L1 was dropped",
                        Tags.of("reason", reason),
                        it -> it.lost().getOrDefault(reason, 0L),
                        registry));
        Gauge.builder(
                        PREFIX + "invalidation.waiting",
                        manager,
                        it -> invalidation(it).waiting())
                .description("Changes that are not told yet")
                .register(registry);
        TimeGauge.builder(PREFIX + "invalidation.age", manager, TimeUnit.MILLISECONDS, NearCacheMeters::age)
                .description("Time since the channel was last known to be up to date")
                .register(registry);
    }

    private void count(
            String name,
            String description,
            Tags tags,
            ToDoubleFunction<InvalidationStatistics> value,
            MeterRegistry registry) {
        FunctionCounter.builder(PREFIX + name, manager, it -> value.applyAsDouble(invalidation(it)))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private static double age(NearCacheManager manager) {
        Duration age = invalidation(manager).sinceLastPoll();
        return (age != null) ? age.toMillis() : Double.NaN;
    }

    private static InvalidationStatistics invalidation(NearCacheManager manager) {
        InvalidationStatistics now = manager.invalidationStatistics();
        return (now != null) ? now : InvalidationStatistics.NONE;
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
