/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;

/**
 * Reports in the log what has been dropped since the last time, once things are well again, and not more than one line in 10 s. For
 * the writer's thread.
 */
final class DropReport {

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final QueueCounters counters;
    private DropCounts reported;
    private long nextNanos = System.nanoTime();

    DropReport(QueueCounters counters) {
        this.counters = counters;
        this.reported = counters.drops();
    }

    /**
     * Whether there is something to report.
     *
     * @param atOnce whether to do without the pause after the last line
     */
    boolean isDue(boolean atOnce) {
        return counters.hasUnreportedDrops()
                && (atOnce || System.nanoTime() - nextNanos >= 0)
                && reportable(counters.drops()) > reportable(reported);
    }

    /** What an encoder throws Logback reports. */
    private static long reportable(DropCounts drops) {
        return drops.total() - drops.total(DropReason.ERROR);
    }

    /** The line to log; what it says counts as reported. */
    String next() {
        // In this order no loss goes unreported; one of this moment is reported now, and makes the next line begin too
        // early.
        Instant since = Instant.ofEpochMilli(counters.takeFirstDropMillis());
        DropCounts now = counters.drops();
        DropCounts unreported = now.plus(reported, -1);
        reported = now;
        nextNanos = System.nanoTime() + PAUSE_NANOS;
        return "%d events were not written between %s and %s: %s"
                .formatted(
                        reportable(unreported),
                        since,
                        Instant.ofEpochMilli(counters.lastDropMillis()),
                        unreported.byReason().entrySet().stream()
                                .filter(entry -> entry.getKey() != DropReason.ERROR)
                                .map(entry -> levels(entry.getValue()) + " ("
                                        + entry.getKey().cause() + ")")
                                .collect(Collectors.joining(", ")));
    }

    private static String levels(Map<Level, Long> levels) {
        return levels.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
