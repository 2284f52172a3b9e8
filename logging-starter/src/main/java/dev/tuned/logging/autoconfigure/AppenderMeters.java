/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import ch.qos.logback.classic.Level;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.queue.AppenderStatistics;
import dev.tuned.logging.queue.DropReason;

/** The meters of one appender. They read what is counted anyway, so logging does not become slower. */
final class AppenderMeters {

    private static final String PREFIX = "tuned.logging.";
    private static final String EVENTS = "events";
    private static final List<Level> LEVELS = List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR);

    private final MeterRegistry registry;
    private final TunedAsyncAppender appender;
    private final Runnable beforeRead;
    private final Tags tags;
    private final List<Meter> registered = new ArrayList<>();

    AppenderMeters(MeterRegistry registry, TunedAsyncAppender appender, Runnable beforeRead) {
        this.registry = registry;
        this.appender = appender;
        this.beforeRead = beforeRead;
        this.tags = Tags.of("appender", String.valueOf(appender.getName()));
        gauge("queue.size", "Events that wait to be written", EVENTS, AppenderStatistics::queued);
        gauge("queue.capacity", "Events that the queue holds", EVENTS, AppenderStatistics::capacity);
        gauge("failing", "1 while writing fails, else 0", null, now -> now.failing() ? 1 : 0);
        counter("events.accepted", "Events given to the appender", tags, AppenderStatistics::accepted);
        counter("events.written", "Events handed to the operating system", tags, AppenderStatistics::written);
        // All of them from the beginning: what appears with its first drop has no rate for that drop.
        for (DropReason reason : DropReason.values()) {
            LEVELS.forEach(level -> dropped(reason, level));
        }
        timer(
                "blocked",
                "Waits of callers for room in the queue",
                AppenderStatistics::blocked,
                AppenderStatistics::blockedNanos,
                AppenderStatistics::maxBlockedNanos);
        timer(
                "flush",
                "Flushes of a batch to the operating system",
                AppenderStatistics::flushes,
                AppenderStatistics::flushNanos,
                AppenderStatistics::maxFlushNanos);
    }

    void remove() {
        registered.forEach(registry::remove);
    }

    private void dropped(DropReason reason, Level level) {
        counter(
                "events.dropped",
                "Events that were not and will not be written",
                tags.and(
                        "reason",
                        reason.name().toLowerCase(Locale.ROOT),
                        "level",
                        level.levelStr.toLowerCase(Locale.ROOT)),
                now -> now.droppedBy().getOrDefault(reason, Map.of()).getOrDefault(level, 0L));
    }

    private void gauge(
            String name, String description, @Nullable String unit, ToDoubleFunction<AppenderStatistics> value) {
        registered.add(Gauge.builder(PREFIX + name, this, meters -> value.applyAsDouble(meters.read()))
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    private void counter(String name, String description, Tags tags, ToDoubleFunction<AppenderStatistics> count) {
        registered.add(FunctionCounter.builder(PREFIX + name, this, meters -> count.applyAsDouble(meters.read()))
                .description(description)
                .baseUnit(EVENTS)
                .tags(tags)
                .register(registry));
    }

    private void timer(
            String name,
            String description,
            ToLongFunction<AppenderStatistics> count,
            ToDoubleFunction<AppenderStatistics> total,
            ToDoubleFunction<AppenderStatistics> max) {
        registered.add(FunctionTimer.builder(
                        PREFIX + name,
                        this,
                        meters -> count.applyAsLong(meters.read()),
                        meters -> total.applyAsDouble(meters.read()),
                        TimeUnit.NANOSECONDS)
                .description(description)
                .tags(tags)
                .register(registry));
        registered.add(TimeGauge.builder(
                        PREFIX + name + ".max", this, TimeUnit.NANOSECONDS, meters -> max.applyAsDouble(meters.read()))
                .description("The longest since the start")
                .tags(tags)
                .register(registry));
    }

    private AppenderStatistics read() {
        beforeRead.run();
        return appender.statistics();
    }
}
