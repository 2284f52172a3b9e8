/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Logs a table of the stages that ran, each interval anew, at INFO to the logger {@value #LOGGER}; nothing in an interval
 * without stages. Has one daemon thread from {@link #start} to {@link #close}, which logs the last interval. Safe for use by many
 * threads.
 */
public final class StageTable implements AutoCloseable {

    /** Name of the table's logger, to send it to a file of its own. */
    public static final String LOGGER = "tuned.stages";

    private static final Log log = LogFactory.getLog(LOGGER);

    private final Duration every;
    private @Nullable ScheduledExecutorService scheduler;
    private @Nullable Stages stages;
    private long since;

    /**
     * Creates a table that is not logged yet.
     *
     * @param every time from one table to the next; zero for none at all
     */
    public StageTable(Duration every) {
        this.every = every;
    }

    /**
     * Logs these stages from now on. There is one table for each set of stages: what is logged is taken.
     *
     * @throws IllegalStateException if it was started before
     */
    public synchronized void start(Stages of) {
        if (stages != null) {
            throw new IllegalStateException("This table is in use");
        }
        stages = of;
        since = System.nanoTime();
        if (!every.isZero()) {
            scheduler = Executors.newSingleThreadScheduledExecutor(StageTable::thread);
            var unused =
                    scheduler.scheduleAtFixedRate(this::tick, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "tuned-stages");
        thread.setDaemon(true);
        return thread;
    }

    /** Ends the thread and logs what ran since the last table. */
    @Override
    public synchronized void close() {
        if (scheduler != null) {
            scheduler.shutdown();
            scheduler = null;
            log();
        }
    }

    private synchronized void tick() {
        try {
            if (scheduler != null) {
                log();
            }
        } catch (RuntimeException ex) {
            // An appender that fails must not end the tables to come.
            since = System.nanoTime();
        }
    }

    private void log() {
        List<StageStatistics> rows = stages != null ? stages.takeInterval() : List.of();
        long now = System.nanoTime();
        if (!rows.isEmpty()) {
            log.info(table(rows, now - since));
        }
        since = now;
    }

    static String table(List<StageStatistics> rows, long nanos) {
        int width = rows.stream().mapToInt(row -> row.stage().length()).reduce("stage".length(), Math::max);
        StringBuilder table = new StringBuilder();
        table.append(String.format(Locale.ROOT, "stages in %.1f s", nanos / 1e9));
        table.append(System.lineSeparator())
                .append(String.format(
                        Locale.ROOT,
                        "%-" + width + "s %10s %12s %12s %12s %12s",
                        "stage",
                        "count",
                        "mean ms",
                        "p50 ms",
                        "p99 ms",
                        "max ms"));
        for (StageStatistics row : rows) {
            table.append(System.lineSeparator())
                    .append(String.format(
                            Locale.ROOT,
                            "%-" + width + "s %10d %12.4f %12.4f %12.4f %12.4f",
                            OneLine.of(row.stage(), Stages.MAX_NAME_LENGTH),
                            row.count(),
                            row.meanMs(),
                            row.p50Ms(),
                            row.p99Ms(),
                            row.maxMs()));
        }
        return table.toString();
    }
}
