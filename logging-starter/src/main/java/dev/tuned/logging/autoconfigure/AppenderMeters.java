/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
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

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.DropReason;
import dev.tuned.logging.output.AppenderQueue;

/** The meters of the appender of one name. They read what is counted anyway, so logging does not become slower. */
final class AppenderMeters {

    private static final String PREFIX = "tuned.logging.";
    private static final String EVENTS = "events";
    private static final String BYTES = "bytes";

    private final MeterRegistry registry;
    private volatile AppenderQueue appender;
    private final Runnable beforeRead;
    private final Tags tags;
    private final List<Meter> registered = new ArrayList<>();

    AppenderMeters(MeterRegistry registry, AppenderQueue appender, Runnable beforeRead) {
        this.registry = registry;
        this.appender = appender;
        this.beforeRead = beforeRead;
        this.tags = Tags.of("appender", appender.name());
        gauge("queue.size", "Bytes that wait to be written", BYTES, AppenderStatistics::queuedBytes);
        gauge("queue.capacity", "Bytes that the queue holds", BYTES, AppenderStatistics::capacityBytes);
        gauge("events.queued", "Lines that wait to be written", EVENTS, AppenderStatistics::queued);
        gauge("failing", "1 while writing fails, else 0", null, now -> now.failing() ? 1 : 0);
        counter("events.accepted", "Lines given to the appender", tags, AppenderStatistics::accepted);
        counter("events.written", "Lines handed to the operating system", tags, AppenderStatistics::written);
        // All of them from the beginning: what appears with its first drop has no rate for that drop. A stream knows no
        // level.
        for (DropReason reason : DropReason.values()) {
            if (reason != DropReason.DENIED) {
                dropped(reason, "unknown", now -> now.droppedBy().getOrDefault(reason, 0L));
            }
        }
        for (Level level : AppenderStatistics.DENIED_LEVELS) {
            String name = level.levelStr.toLowerCase(Locale.ROOT);
            dropped(DropReason.DENIED, name, now -> now.deniedBy().getOrDefault(level, 0L));
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
                AppenderStatistics::writes,
                AppenderStatistics::writeNanos,
                AppenderStatistics::maxWriteNanos);
    }

    /** Has them read another appender of the same name from now on. */
    void read(AppenderQueue another) {
        appender = another;
    }

    void remove() {
        registered.forEach(registry::remove);
    }

    private void dropped(DropReason reason, String level, ToLongFunction<AppenderStatistics> count) {
        counter(
                "events.dropped",
                "Lines that were not and will not be written",
                tags.and("reason", reason.name().toLowerCase(Locale.ROOT), "level", level),
                count);
    }

    private void gauge(
            String name, String description, @Nullable String unit, ToLongFunction<AppenderStatistics> value) {
        registered.add(Gauge.builder(PREFIX + name, this, meters -> meters.read(value))
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry));
    }

    private void counter(String name, String description, Tags tags, ToLongFunction<AppenderStatistics> count) {
        registered.add(FunctionCounter.builder(PREFIX + name, this, meters -> meters.read(count))
                .description(description)
                .baseUnit(name.startsWith(EVENTS) ? EVENTS : null)
                .tags(tags)
                .register(registry));
    }

    private void timer(
            String name,
            String description,
            ToLongFunction<AppenderStatistics> count,
            ToLongFunction<AppenderStatistics> nanos,
            ToLongFunction<AppenderStatistics> max) {
        registered.add(FunctionTimer.builder(
                        PREFIX + name,
                        this,
                        meters -> meters.read(count),
                        meters -> meters.read(nanos),
                        TimeUnit.NANOSECONDS)
                .description(description)
                .tags(tags)
                .register(registry));
        registered.add(TimeGauge.builder(PREFIX + name + ".max", this, TimeUnit.NANOSECONDS, meters -> meters.read(max))
                .description("The longest since the start")
                .tags(tags)
                .register(registry));
    }

    private long read(ToLongFunction<AppenderStatistics> what) {
        beforeRead.run();
        return what.applyAsLong(appender.statistics());
    }
}
