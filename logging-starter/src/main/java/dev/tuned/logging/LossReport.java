/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

/** Tells in the log, once things are well again, what has been dropped since the last time. For the writer's thread. */
final class LossReport {

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final SinkCounters counters;
    private Map<DropReason, Map<Level, Long>> told = Map.of();
    private long toldTotal;
    private long toldNanos;
    private @Nullable Instant since;

    LossReport(SinkCounters counters) {
        this.counters = counters;
    }

    /** Takes note of when a loss began, if one has that is to be told now: not more than one line in a while, or at the end. */
    void observe(boolean atOnce) {
        if (since == null
                && counters.dropped() > toldTotal
                && (atOnce || toldTotal == 0 || System.nanoTime() - toldNanos > PAUSE_NANOS)) {
            since = Instant.ofEpochMilli(counters.firstUntoldDropMillis());
        }
    }

    boolean isDue() {
        return since != null;
    }

    /** The line to log; what it tells is told. */
    String next() {
        Map<DropReason, Map<Level, Long>> now = counters.droppedBy();
        Instant until = Instant.ofEpochMilli(counters.lastDropMillis);
        String text = "%d events were not written between %s and %s: %s"
                .formatted(counters.dropped() - toldTotal, since, until, describe(now));
        told = now;
        toldTotal = now.values().stream()
                .flatMap(levels -> levels.values().stream())
                .mapToLong(Long::longValue)
                .sum();
        since = null;
        toldNanos = System.nanoTime();
        counters.told();
        return text;
    }

    private String describe(Map<DropReason, Map<Level, Long>> now) {
        Map<DropReason, Map<Level, Long>> untold = new EnumMap<>(DropReason.class);
        now.forEach((reason, levels) -> levels.forEach((level, count) -> {
            long before = told.getOrDefault(reason, Map.of()).getOrDefault(level, 0L);
            if (count > before) {
                untold.computeIfAbsent(reason, r -> new LinkedHashMap<>()).put(level, count - before);
            }
        }));
        return untold.entrySet().stream()
                .map(entry -> levels(entry.getValue()) + " (" + entry.getKey().cause() + ")")
                .collect(Collectors.joining(", "));
    }

    private static String levels(Map<Level, Long> levels) {
        return levels.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
