/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.DropReason;

/**
 * Counts the lines that will not be written by reason, those that were denied by level, and words the line of the log about them.
 * Thread-safe; nothing is allocated to count one.
 */
final class DropCounts {

    private static final List<Level> LEVELS = AppenderStatistics.DENIED_LEVELS;
    private static final List<DropReason> REASONS = List.of(DropReason.values());
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** One for each reason, then one for each level of those that were denied. */
    private final AtomicLongArray counts = new AtomicLongArray(REASONS.size() + LEVELS.size());
    /** In milliseconds since the epoch, or 0; so is the next. */
    private final AtomicLong last = new AtomicLong();

    private final AtomicLong firstUnreported = new AtomicLong();
    /** Of the writer's thread, as is the next. */
    private long[] reported = new long[REASONS.size() + LEVELS.size()];

    private long nextReportNanos = System.nanoTime();

    void add(DropReason reason, long lines) {
        if (lines > 0) {
            counts.addAndGet(REASONS.indexOf(reason), lines);
            long now = System.currentTimeMillis();
            last.set(now);
            firstUnreported.compareAndSet(0, now);
        }
    }

    void deny(Level level) {
        int index = LEVELS.size() - 1;
        while (index > 0 && !level.isGreaterOrEqual(LEVELS.get(index))) {
            index--;
        }
        counts.incrementAndGet(REASONS.size() + index);
        add(DropReason.DENIED, 1);
    }

    long total(DropReason reason) {
        return counts.get(REASONS.indexOf(reason));
    }

    /** Each of them read once, at this moment. */
    long[] read() {
        long[] now = new long[counts.length()];
        for (int i = 0; i < now.length; i++) {
            now[i] = counts.get(i);
        }
        return now;
    }

    static long total(long[] counts) {
        long total = 0;
        for (int i = 0; i < REASONS.size(); i++) {
            total += counts[i];
        }
        return total;
    }

    /** Without what is zero. */
    static Map<DropReason, Long> byReason(long[] counts) {
        Map<DropReason, Long> byReason = new EnumMap<>(DropReason.class);
        for (DropReason reason : REASONS) {
            if (counts[REASONS.indexOf(reason)] > 0) {
                byReason.put(reason, counts[REASONS.indexOf(reason)]);
            }
        }
        return byReason;
    }

    /** Without what is zero. */
    static Map<Level, Long> byLevel(long[] counts) {
        Map<Level, Long> byLevel = new LinkedHashMap<>();
        for (int i = 0; i < LEVELS.size(); i++) {
            if (counts[REASONS.size() + i] > 0) {
                byLevel.put(LEVELS.get(i), counts[REASONS.size() + i]);
            }
        }
        return byLevel;
    }

    @Nullable
    Instant lastAt() {
        return last.get() == 0 ? null : Instant.ofEpochMilli(last.get());
    }

    /**
     * The line of the log about what was dropped since the last one, or {@code null} if there is nothing to say. For the writer's thread.
     *
     * @param atOnce whether to do without the 10 s between two lines
     */
    @Nullable
    String report(boolean atOnce) {
        if (firstUnreported.get() == 0 || (!atOnce && System.nanoTime() - nextReportNanos < 0)) {
            return null;
        }
        // In this order no drop goes unreported; one of this moment is reported now, and makes the next line begin too
        // early.
        Instant since = Instant.ofEpochMilli(firstUnreported.getAndSet(0));
        long[] now = read();
        long[] news = now.clone();
        for (int i = 0; i < now.length; i++) {
            news[i] -= reported[i];
        }
        reported = now;
        if (total(news) == 0) {
            return null;
        }
        nextReportNanos = System.nanoTime() + PAUSE_NANOS;
        return "%d lines were not written between %s and %s: %s"
                .formatted(
                        total(news),
                        since,
                        lastAt(),
                        byReason(news).entrySet().stream()
                                .map(entry -> words(entry.getKey(), entry.getValue(), news))
                                .collect(Collectors.joining(", ")));
    }

    private static String words(DropReason reason, long lines, long[] news) {
        String what = reason != DropReason.DENIED
                ? Long.toString(lines)
                : byLevel(news).entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining(", "));
        return what + " (" + reason.cause() + ")";
    }
}
