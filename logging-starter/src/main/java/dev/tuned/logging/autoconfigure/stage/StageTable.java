/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Logs a table of the stages that ended in each interval, at INFO to the logger {@value #LOGGER}; nothing in an interval
 * without stages. Has one daemon thread until it is closed, which logs the last interval. Thread-safe.
 */
final class StageTable implements AutoCloseable {

    /** Name of the table's logger, to send it to a file of its own. */
    static final String LOGGER = "tuned.stages";

    static final int MAX_STAGES = 100;

    private static final Log log = LogFactory.getLog(LOGGER);

    private final @Nullable ScheduledExecutorService scheduler;
    /** Held while a table is logged: the end waits for the one that is. */
    private final Lock logging = new ReentrantLock();

    private StageTimes times = new StageTimes(MAX_STAGES);
    private long since = System.nanoTime();

    /** Creates a table that is logged this often; never if zero. */
    StageTable(Duration every) {
        scheduler = every.isZero() ? null : Executors.newSingleThreadScheduledExecutor(StageTable::thread);
        if (scheduler != null) {
            var unused =
                    scheduler.scheduleAtFixedRate(this::tick, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, LOGGER);
        thread.setDaemon(true);
        return thread;
    }

    synchronized void add(String stage, long nanos) {
        if (scheduler != null) {
            times.add(stage, nanos);
        }
    }

    private void tick() {
        try {
            log();
        } catch (RuntimeException ex) {
            // An appender that fails must not end the tables to come.
        }
    }

    private void log() {
        logging.lock();
        try {
            StageTimes ended;
            long nanos;
            synchronized (this) {
                ended = times;
                times = new StageTimes(MAX_STAGES);
                nanos = System.nanoTime() - since;
                since += nanos;
            }
            if (!ended.all().isEmpty()) {
                log.info(table(ended, nanos));
            }
        } finally {
            logging.unlock();
        }
    }

    /** Ends the thread and logs what ended since the last table. */
    @Override
    public void close() {
        if (scheduler != null && !scheduler.isShutdown()) {
            scheduler.shutdown();
            log();
        }
    }

    static String table(StageTimes times, long interval) {
        int width = times.all().keySet().stream().mapToInt(String::length).reduce("stage".length(), Math::max);
        StringBuilder table = new StringBuilder(String.format(Locale.ROOT, "stages in %.1f s%n", interval / 1e9));
        table.append(
                String.format("%-" + width + "s %10s %12s %12s %12s", "stage", "count", "mean ms", "min ms", "max ms"));
        new TreeMap<>(times.all())
                .forEach((name, nanos) -> table.append(String.format(
                        Locale.ROOT,
                        "%n%-" + width + "s %10d %12.4f %12.4f %12.4f",
                        name,
                        nanos.getCount(),
                        nanos.getAverage() / 1e6,
                        nanos.getMin() / 1e6,
                        nanos.getMax() / 1e6)));
        return table.toString();
    }
}
