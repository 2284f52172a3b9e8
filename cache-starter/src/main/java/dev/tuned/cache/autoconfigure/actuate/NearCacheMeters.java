/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.cache.StaleReason;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.manager.RegionCache;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.StoreState;

/**
 * Meters of what Spring Boot's cache meters do not know: L2, loads, stale values, the breaker and invalidations. They
 * read what is counted anyway. Regions that come into being later get theirs, too.
 */
final class NearCacheMeters implements MeterBinder {

    private static final String PREFIX = "tuned.cache.";

    private final Consumer<Consumer<TunedCacheManager>> whenUsed;

    /**
     * Creates them.
     *
     * @param whenUsed notifies of the near cache when there is one
     */
    NearCacheMeters(Consumer<Consumer<TunedCacheManager>> whenUsed) {
        this.whenUsed = whenUsed;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        whenUsed.accept(manager -> bind(manager, registry));
    }

    private static void bind(TunedCacheManager manager, MeterRegistry registry) {
        manager.addRegionListener(region -> bind(region, registry));
        for (String name : manager.getCacheNames()) {
            bind(manager.getCache(name), registry);
        }
        if (manager.storeState() != null) {
            for (StoreState.Breaker state : StoreState.Breaker.values()) {
                bindBreaker(manager, state, registry);
            }
        }
        if (manager.invalidationStatistics() != null) {
            new InvalidationMeters(manager, registry).bind();
        }
    }

    private static void bind(RegionCache cache, MeterRegistry registry) {
        RegionCounters counters = cache.region().counters();
        Region region = new Region(cache.getName(), registry);
        region.count("l2.gets", "Reads of L2", Tags.of("result", "hit"), counters.l2Hits);
        region.count("l2.gets", "Reads of L2", Tags.of("result", "miss"), counters.l2Misses);
        region.count("l2.gets", "Reads of L2", Tags.of("result", "failure"), counters.l2Failures);
        region.count("l2.undecodable", "Documents that were not JSON of the region's type", counters.undecodable);
        region.count("loads", "Loaders called", counters.loads);
        region.count("loads.failed", "Loaders that failed", counters.loadFailures);
        region.count("loads.joined", "Reads that waited for another caller's load", counters.joined);
        region.count("refreshes", "Entries reloaded before the end of their TTL", counters.refreshes);
        region.count("parses.skipped", "Documents that had not changed and were not parsed", counters.parsesSkipped);
        region.count("invalidated", "Entries that another process changed", counters.invalidated);
        for (StaleReason reason : StaleReason.values()) {
            region.count(
                    "stale",
                    "Reads answered after an entry's TTL",
                    Tags.of("reason", tag(reason)),
                    counters.stale(reason));
        }
    }

    private static void bindBreaker(TunedCacheManager manager, StoreState.Breaker state, MeterRegistry registry) {
        Gauge.builder(PREFIX + "breaker.state", manager, it -> {
                    StoreState now = it.storeState();
                    return (now != null && now.breaker() == state) ? 1 : 0;
                })
                .description("1 for the state that the breaker in front of L2 is in")
                .tag("state", state.label())
                .register(registry);
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A meter refers weakly to what it reads: that is the region's, and goes with it. */
    private record Region(String name, MeterRegistry registry) {

        void count(String meter, String description, LongAdder count) {
            count(meter, description, Tags.empty(), count);
        }

        void count(String meter, String description, Tags tags, LongAdder count) {
            FunctionCounter.builder(PREFIX + meter, count, LongAdder::sum)
                    .description(description)
                    .tags(tags.and("cache", name))
                    .register(registry);
        }
    }
}
