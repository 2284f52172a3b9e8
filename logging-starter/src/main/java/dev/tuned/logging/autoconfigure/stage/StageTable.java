/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Times what the application observes with Micrometer, and logs a table of the stages that ended in each interval, at INFO to the logger
 * {@value #LOGGER}; nothing in an interval without stages. Has one daemon thread until it is closed, which logs the last interval.
 * Thread-safe.
 */
final class StageTable implements ObservationHandler<Observation.Context>, AutoCloseable {

    /** Name of the table's logger, to send it to a file of its own. */
    static final String LOGGER = "tuned.stages";

    private static final int MAX_STAGES = 100;
    private static final String UNNAMED = "method.observed";
    private static final Log log = LogFactory.getLog(LOGGER);

    private final @Nullable ScheduledExecutorService scheduler;
    /** Held while a table is logged: the end waits for the one that is. */
    private final Object logging = new Object();

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

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    @Override
    public void onStart(Observation.Context context) {
        context.put(StageTable.class, System.nanoTime());
    }

    @Override
    public void onStop(Observation.Context context) {
        Long start = context.get(StageTable.class);
        if (start != null) {
            add(name(context), System.nanoTime() - start);
        }
    }

    /** All methods that are observed without a name of their own share one. */
    private static String name(Observation.Context context) {
        String name = context.getName();
        String contextual = context.getContextualName();
        return (name == null || name.equals(UNNAMED)) && contextual != null ? contextual : String.valueOf(name);
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
        synchronized (logging) {
            StageTimes ended;
            long nanos;
            synchronized (this) {
                ended = times;
                times = new StageTimes(MAX_STAGES);
                nanos = System.nanoTime() - since;
                since += nanos;
            }
            if (!ended.all().isEmpty()) {
                log.info(ended.table(nanos));
            }
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
}
