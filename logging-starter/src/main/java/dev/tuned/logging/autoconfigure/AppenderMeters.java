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
        gauge("queue.size", "Events that wait to be written", EVENTS, Reading.QUEUED);
        gauge("queue.capacity", "Events that the queue holds", EVENTS, Reading.CAPACITY);
        gauge("failing", "1 while writing fails, else 0", null, Reading.FAILING);
        counter("events.accepted", "Events given to the appender", tags, Reading.ACCEPTED);
        counter("events.written", "Events handed to the operating system", tags, Reading.WRITTEN);
        counter("writes.short", "Writes that took fewer bytes than they were given", tags, Reading.SHORT_WRITES);
        // All of them from the beginning: what appears with its first drop has no rate for that drop.
        for (DropReason reason : DropReason.values()) {
            for (Level level : LEVELS) {
                dropped(reason, level);
            }
        }
        timer(
                "blocked",
                "Waits of callers for room in the queue",
                Reading.BLOCKED,
                Reading.BLOCKED_NANOS,
                Reading.MAX_BLOCKED_NANOS);
        timer(
                "flush",
                "Flushes of a batch to the operating system",
                Reading.FLUSHES,
                Reading.FLUSH_NANOS,
                Reading.MAX_FLUSH_NANOS);
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
                meters ->
                        meters.read().droppedBy().getOrDefault(reason, Map.of()).getOrDefault(level, 0L));
    }

    private void gauge(String name, String description, @Nullable String unit, ToDoubleFunction<AppenderMeters> value) {
        registered.add(Gauge.builder(PREFIX + name, this, value)
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    private void counter(String name, String description, Tags tags, ToDoubleFunction<AppenderMeters> count) {
        registered.add(FunctionCounter.builder(PREFIX + name, this, count)
                .description(description)
                .baseUnit(name.startsWith(EVENTS) ? EVENTS : null)
                .tags(tags)
                .register(registry));
    }

    private void timer(String name, String description, Reading count, Reading total, Reading max) {
        registered.add(FunctionTimer.builder(PREFIX + name, this, count, total, TimeUnit.NANOSECONDS)
                .description(description)
                .tags(tags)
                .register(registry));
        registered.add(TimeGauge.builder(PREFIX + name + ".max", this, TimeUnit.NANOSECONDS, max)
                .description("The longest since the start")
                .tags(tags)
                .register(registry));
    }

    private AppenderStatistics read() {
        beforeRead.run();
        return appender.statistics();
    }

    /** One number of the statistics. In one class: each lambda is one more that the JVM makes when an application starts. */
    private enum Reading implements ToDoubleFunction<AppenderMeters>, ToLongFunction<AppenderMeters> {
        QUEUED,
        CAPACITY,
        FAILING,
        ACCEPTED,
        WRITTEN,
        BLOCKED,
        BLOCKED_NANOS,
        MAX_BLOCKED_NANOS,
        SHORT_WRITES,
        FLUSHES,
        FLUSH_NANOS,
        MAX_FLUSH_NANOS;

        @Override
        public double applyAsDouble(AppenderMeters meters) {
            return applyAsLong(meters);
        }

        @Override
        public long applyAsLong(AppenderMeters meters) {
            AppenderStatistics now = meters.read();
            return switch (this) {
                case QUEUED -> now.queued();
                case CAPACITY -> now.capacity();
                case FAILING -> now.failing() ? 1 : 0;
                case ACCEPTED -> now.accepted();
                case WRITTEN -> now.written();
                case BLOCKED -> now.blocked();
                case BLOCKED_NANOS -> now.blockedNanos();
                case MAX_BLOCKED_NANOS -> now.maxBlockedNanos();
                case SHORT_WRITES -> now.shortWrites();
                case FLUSHES -> now.flushes();
                case FLUSH_NANOS -> now.flushNanos();
                case MAX_FLUSH_NANOS -> now.maxFlushNanos();
            };
        }
    }
}
