/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Instant;
import java.util.Arrays;
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

/**
 * Counts the events that will not be written by reason and level, and words the line of the log about them. Thread-safe; nothing is
 * allocated to count one.
 */
final class DropCounts {

    private static final List<Level> LEVELS = AppenderStatistics.LEVELS;
    private static final List<DropReason> REASONS = List.of(DropReason.values());
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final AtomicLongArray counts = new AtomicLongArray(REASONS.size() * LEVELS.size());
    /** In milliseconds since the epoch, or 0; so is the next. */
    private final AtomicLong last = new AtomicLong();

    private final AtomicLong firstUnreported = new AtomicLong();
    /** Of the writer's thread, as is the next. */
    private long[] reported = new long[REASONS.size() * LEVELS.size()];

    private long nextReportNanos = System.nanoTime();

    void add(DropReason reason, Level level) {
        int index = LEVELS.size() - 1;
        while (index > 0 && !level.isGreaterOrEqual(LEVELS.get(index))) {
            index--;
        }
        counts.incrementAndGet(REASONS.indexOf(reason) * LEVELS.size() + index);
        long now = System.currentTimeMillis();
        last.set(now);
        if (reason != DropReason.ERROR) {
            firstUnreported.compareAndSet(0, now);
        }
    }

    /** Each of them read once, at this moment: all levels of a reason, and then those of the next. */
    long[] read() {
        long[] now = new long[counts.length()];
        for (int i = 0; i < now.length; i++) {
            now[i] = counts.get(i);
        }
        return now;
    }

    long total(DropReason reason) {
        int first = REASONS.indexOf(reason) * LEVELS.size();
        return Arrays.stream(read(), first, first + LEVELS.size()).sum();
    }

    /** Without what is zero. */
    static Map<DropReason, Map<Level, Long>> byReason(long[] counts) {
        Map<DropReason, Map<Level, Long>> byReason = new EnumMap<>(DropReason.class);
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                byReason.computeIfAbsent(REASONS.get(i / LEVELS.size()), reason -> new LinkedHashMap<>())
                        .put(LEVELS.get(i % LEVELS.size()), counts[i]);
            }
        }
        return byReason;
    }

    @Nullable
    Instant lastAt() {
        return last.get() == 0 ? null : Instant.ofEpochMilli(last.get());
    }

    /**
     * The line of the log about what was dropped since the last one, or {@code null} if there is nothing to say: what an encoder throws
     * Logback reports. For the writer's thread.
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
        long total = 0;
        for (int i = 0; i < now.length; i++) {
            news[i] -= REASONS.get(i / LEVELS.size()) == DropReason.ERROR ? now[i] : reported[i];
            total += news[i];
        }
        reported = now;
        if (total == 0) {
            return null;
        }
        nextReportNanos = System.nanoTime() + PAUSE_NANOS;
        return "%d events were not written between %s and %s: %s"
                .formatted(
                        total,
                        since,
                        lastAt(),
                        byReason(news).entrySet().stream()
                                .map(entry -> levels(entry.getValue()) + " (" + entry.getKey().cause + ")")
                                .collect(Collectors.joining(", ")));
    }

    private static String levels(Map<Level, Long> levels) {
        return levels.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
