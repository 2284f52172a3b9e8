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
    private DropCounts.Snapshot reported;
    private long nextNanos = System.nanoTime();

    DropReport(QueueCounters counters) {
        this.counters = counters;
        this.reported = counters.drops().without(DropReason.ERROR);
    }

    /**
     * Whether there is something to report.
     *
     * @param atOnce whether to do without the pause after the last line
     */
    boolean isDue(boolean atOnce) {
        return counters.hasUnreportedDrops()
                && (atOnce || System.nanoTime() - nextNanos >= 0)
                && counters.drops().without(DropReason.ERROR).total() > reported.total();
    }

    /** The line to log; what it says counts as reported. */
    String next() {
        // In this order no loss goes unreported; one of this moment is reported now, and makes the next line begin too
        // early.
        Instant since = Instant.ofEpochMilli(counters.takeFirstDropMillis());
        DropCounts.Snapshot now = counters.drops().without(DropReason.ERROR);
        DropCounts.Snapshot unreported = now.minus(reported);
        reported = now;
        nextNanos = System.nanoTime() + PAUSE_NANOS;
        return "%d events were not written between %s and %s: %s"
                .formatted(
                        unreported.total(),
                        since,
                        Instant.ofEpochMilli(counters.lastDropMillis()),
                        unreported.byReason().entrySet().stream()
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
