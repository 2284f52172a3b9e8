/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;

import dev.tuned.cache.invalidation.CouchbaseInvalidationLog;
import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.manager.TunedCacheManager;

/** Meters of the invalidation channel, in one registry. */
final class InvalidationMeters {

    private static final String PREFIX = "tuned.cache.invalidation.";

    private final TunedCacheManager manager;
    private final MeterRegistry registry;

    InvalidationMeters(TunedCacheManager manager, MeterRegistry registry) {
        this.manager = manager;
        this.registry = registry;
    }

    void bind() {
        count("sent", "Changes sent to other processes", Tags.empty(), InvalidationStatistics::sent);
        count("received", "Changes that others sent", Tags.empty(), InvalidationStatistics::received);
        // From the beginning: a meter that appears with its first loss shows no rise for it.
        CouchbaseInvalidationLog.LOSS_REASONS.forEach(this::bindLost);
        // A meter refers weakly to what it reads: that is the manager, and this object goes with the function.
        Gauge.builder(PREFIX + "waiting", manager, it -> waiting())
                .description("Changes that are not sent yet")
                .register(registry);
        TimeGauge.builder(PREFIX + "age", manager, TimeUnit.MILLISECONDS, InvalidationMeters::age)
                .description("Time since the channel last knew that it is up to date")
                .register(registry);
    }

    private double waiting() {
        InvalidationStatistics now = statistics(manager);
        // An application's channel has its own reasons.
        now.lost().keySet().forEach(this::bindLost);
        return now.waiting();
    }

    private void bindLost(String reason) {
        count(
                "lost",
                "Times that changes may have been missed and L1 was dropped",
                Tags.of("reason", reason),
                now -> now.lost().getOrDefault(reason, 0L));
    }

    private void count(String name, String description, Tags tags, ToDoubleFunction<InvalidationStatistics> value) {
        FunctionCounter.builder(PREFIX + name, manager, it -> value.applyAsDouble(statistics(it)))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private static double age(TunedCacheManager manager) {
        Duration age = statistics(manager).sinceLastPoll();
        return (age != null) ? age.toMillis() : Double.NaN;
    }

    private static InvalidationStatistics statistics(TunedCacheManager manager) {
        InvalidationStatistics now = manager.invalidationStatistics();
        return (now != null) ? now : InvalidationStatistics.NONE;
    }
}
