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

import dev.tuned.logging.DropReason;
import dev.tuned.logging.SinkDescription;
import dev.tuned.logging.SinkStatistics;

/** The meters of one appender. They read what is counted anyway, so logging does not become slower. */
final class SinkMeters {

    private static final String PREFIX = "tuned.logging.";
    private static final String EVENTS = "events";
    private static final List<Level> LEVELS = List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR);

    private final MeterRegistry registry;
    private final SinkDescription sink;
    private final Runnable beforeRead;
    private final Tags tags;
    private final List<Meter> registered = new ArrayList<>();

    SinkMeters(MeterRegistry registry, SinkDescription sink, Runnable beforeRead) {
        this.registry = registry;
        this.sink = sink;
        this.beforeRead = beforeRead;
        this.tags = Tags.of("appender", sink.name());
        gauge("queue.size", "Events that wait to be written", EVENTS, SinkStatistics::queued);
        gauge("queue.capacity", "Events that the queue holds", EVENTS, SinkStatistics::capacity);
        gauge("failing", "1 while writing fails, else 0", null, now -> now.failing() ? 1 : 0);
        gauge("batch.size", "Events of a flush, on average since the start", EVENTS, SinkMeters::batchSize);
        counter("events.accepted", "Events given to the appender", tags, SinkStatistics::accepted);
        counter("events.written", "Events handed to the operating system", tags, SinkStatistics::written);
        // All of them from the beginning: what appears with its first drop has no rate for that drop.
        for (DropReason reason : DropReason.values()) {
            LEVELS.forEach(level -> dropped(reason, level));
        }
        timer(
                "blocked",
                "Waits of callers for room in the queue",
                SinkStatistics::blocked,
                SinkStatistics::blockedNanos,
                SinkStatistics::maxBlockedNanos);
        timer(
                "flush",
                "Flushes of a batch to the operating system",
                SinkStatistics::flushes,
                SinkStatistics::flushNanos,
                SinkStatistics::maxFlushNanos);
    }

    void remove() {
        registered.forEach(registry::remove);
    }

    private static double batchSize(SinkStatistics now) {
        return (now.flushes() == 0) ? 0 : (double) now.written() / now.flushes();
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

    private void gauge(String name, String description, @Nullable String unit, ToDoubleFunction<SinkStatistics> value) {
        registered.add(Gauge.builder(PREFIX + name, this, meters -> value.applyAsDouble(meters.read()))
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    private void counter(String name, String description, Tags tags, ToDoubleFunction<SinkStatistics> count) {
        registered.add(FunctionCounter.builder(PREFIX + name, this, meters -> count.applyAsDouble(meters.read()))
                .description(description)
                .baseUnit(EVENTS)
                .tags(tags)
                .register(registry));
    }

    private void timer(
            String name,
            String description,
            ToLongFunction<SinkStatistics> count,
            ToDoubleFunction<SinkStatistics> total,
            ToDoubleFunction<SinkStatistics> max) {
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

    private SinkStatistics read() {
        beforeRead.run();
        return sink.statistics();
    }
}
