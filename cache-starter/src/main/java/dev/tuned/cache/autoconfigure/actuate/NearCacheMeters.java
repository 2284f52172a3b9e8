/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.cache.StaleReason;
import dev.tuned.cache.invalidation.CouchbaseInvalidationLog;
import dev.tuned.cache.invalidation.InvalidationStatistics;
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
            bindInvalidation(manager, registry);
        }
    }

    private static void bind(RegionCache cache, MeterRegistry registry) {
        RegionCounters counters = cache.region().counters();
        Tags region = Tags.of("cache", cache.getName());
        Counting count = (name, description, counter, tags) ->
                count(registry, name, description, region.and(tags), counter, LongAdder::sum);
        count.bind("l2.gets", "Reads of L2", counters.l2Hits, "result", "hit");
        count.bind("l2.gets", "Reads of L2", counters.l2Misses, "result", "miss");
        count.bind("l2.gets", "Reads of L2", counters.l2Failures, "result", "failure");
        count.bind("l2.undecodable", "Documents that were not JSON of the region's type", counters.undecodable);
        count.bind("loads", "Loaders called", counters.loads);
        count.bind("loads.failed", "Loaders that failed", counters.loadFailures);
        count.bind("loads.joined", "Reads that waited for another caller's load", counters.joined);
        count.bind("refreshes", "Entries reloaded before the end of their TTL", counters.refreshes);
        count.bind("parses.skipped", "Documents that had not changed and were not parsed", counters.parsesSkipped);
        count.bind("invalidated", "Entries that another process changed", counters.invalidated);
        for (StaleReason reason : StaleReason.values()) {
            String label = reason.name().toLowerCase(Locale.ROOT);
            count.bind("stale", "Reads answered after an entry's TTL", counters.stale(reason), "reason", label);
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

    static void bindInvalidation(TunedCacheManager manager, MeterRegistry registry) {
        count(manager, registry, "sent", "Changes sent to other processes", InvalidationStatistics::sent);
        count(manager, registry, "received", "Changes that others sent", InvalidationStatistics::received);
        // From the beginning: a meter that appears with its first loss shows no rise for it.
        CouchbaseInvalidationLog.LOSS_REASONS.forEach(reason -> bindLost(manager, reason, registry));
        Gauge.builder(PREFIX + "invalidation.waiting", manager, it -> {
                    InvalidationStatistics now = statistics(it);
                    // An application's channel has its own reasons.
                    now.lost().keySet().forEach(reason -> bindLost(it, reason, registry));
                    return now.waiting();
                })
                .description("Changes that are not sent yet")
                .register(registry);
        TimeGauge.builder(PREFIX + "invalidation.age", manager, TimeUnit.MILLISECONDS, it -> {
                    Duration age = statistics(it).sinceLastPoll();
                    return (age != null) ? age.toMillis() : Double.NaN;
                })
                .description("Time since the channel last knew that it is up to date")
                .register(registry);
    }

    private static void bindLost(TunedCacheManager manager, String reason, MeterRegistry registry) {
        String description = "Times that changes may have been missed and L1 was dropped";
        count(manager, registry, "lost", description, it -> it.lost().getOrDefault(reason, 0L), "reason", reason);
    }

    private static void count(
            TunedCacheManager manager,
            MeterRegistry registry,
            String name,
            String description,
            ToDoubleFunction<InvalidationStatistics> value,
            String... tags) {
        ToDoubleFunction<TunedCacheManager> now = it -> value.applyAsDouble(statistics(it));
        count(registry, "invalidation." + name, description, Tags.of(tags), manager, now);
    }

    private static InvalidationStatistics statistics(TunedCacheManager manager) {
        InvalidationStatistics now = manager.invalidationStatistics();
        return (now != null) ? now : InvalidationStatistics.NONE;
    }

    /** A meter refers weakly to what it reads: that is the manager's or the region's, and goes with it. */
    private static <T> void count(
            MeterRegistry registry, String name, String description, Tags tags, T counted, ToDoubleFunction<T> value) {
        FunctionCounter.builder(PREFIX + name, counted, value)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** Binds a counter of one region. */
    private interface Counting {

        void bind(String name, String description, LongAdder counter, String... tags);
    }
}
