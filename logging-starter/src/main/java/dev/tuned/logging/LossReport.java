/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;

/**
 * Tells in the log what has been dropped since the last time, once things are well again, and not more than one line in 10 s. For
 * the writer's thread.
 */
final class LossReport {

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final SinkCounters counters;
    private DropCounts.Snapshot told;
    private long nextNanos = System.nanoTime();

    LossReport(SinkCounters counters) {
        this.counters = counters;
        this.told = counters.drops();
    }

    /**
     * Whether there is something to tell.
     *
     * @param atOnce whether to do without the pause after the last line
     */
    boolean isDue(boolean atOnce) {
        return counters.hasUntoldDrops()
                && (atOnce || System.nanoTime() - nextNanos >= 0)
                && counters.drops().total() > told.total();
    }

    /** The line to log; what it tells is told. */
    String next() {
        // In this order no loss goes untold; one of this moment is told now, and makes the next line begin too early.
        Instant since = Instant.ofEpochMilli(counters.takeFirstDropMillis());
        DropCounts.Snapshot now = counters.drops();
        DropCounts.Snapshot untold = now.minus(told);
        told = now;
        nextNanos = System.nanoTime() + PAUSE_NANOS;
        return "%d events were not written between %s and %s: %s"
                .formatted(
                        untold.total(),
                        since,
                        Instant.ofEpochMilli(counters.lastDropMillis()),
                        untold.byReason().entrySet().stream()
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
