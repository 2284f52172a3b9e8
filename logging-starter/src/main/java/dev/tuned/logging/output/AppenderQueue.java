/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.queue.FailureReporter;
import dev.tuned.logging.queue.LineQueue;
import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.Uninterruptibly;

import static java.util.Objects.requireNonNull;

/** One appender of the user's whose lines go through a queue, from {@link #start} to {@link #beginDrain}. Thread-safe. */
public final class AppenderQueue {

    private static final long REPORT_NANOS = 1_000_000_000;

    private final OutputStreamAppender<ILoggingEvent> appender;
    private final LoggingSettings settings;
    private final LineQueue queue;
    private final Thread exitHook = new Thread(this::drain, "tuned-logging-drain");
    private boolean awaited;

    private AppenderQueue(OutputStreamAppender<ILoggingEvent> appender, LoggingSettings settings, boolean named) {
        this.appender = appender;
        this.settings = settings;
        Failures failures = new Failures();
        ReentrantLock lock = (ReentrantLock) requireNonNull(PrivateField.LOCK.get(appender));
        LevelDenial denial = new LevelDenial(appender);
        StreamKeeper keeper = new StreamKeeper(appender, lock, named, failures);
        queue = new LineQueue(name(), settings, lock, denial, keeper, failures);
        denial.countInto(queue);
        keeper.keepFor(queue);
        String reason = "found no memory for a thread";
        try {
            if (queue.wake()) {
                drainAtExit();
                reason = "has no open stream, or a queue already";
                if (keeper.take()) {
                    return;
                }
            }
        } catch (IOException | RuntimeException | OutOfMemoryError ex) {
            reason = "has a stream that cannot be taken: " + ex;
        }
        queue.beginDrain();
        throw new IllegalStateException(reason);
    }

    /**
     * Puts a queue in front of the stream of an appender.
     *
     * @param named whether the user has named it, so that its class does not matter
     * @throws IllegalStateException with the reason, if that cannot be done, as when the JVM exits; the appender is as it was then
     */
    public static AppenderQueue start(Appender<ILoggingEvent> appender, LoggingSettings settings, boolean named) {
        String reason = Conditions.against(appender, named);
        if (reason != null) {
            throw new IllegalStateException(reason);
        }
        try {
            return new AppenderQueue((OutputStreamAppender<ILoggingEvent>) appender, settings, named);
        } catch (OutOfMemoryError ex) {
            throw new IllegalStateException("found no memory for a queue", ex);
        }
    }

    /** Also where nobody stops the context. The hook goes with the queue: it would hold the class loader of an application that is gone. */
    private void drainAtExit() {
        Runtime.getRuntime().addShutdownHook(exitHook);
        whenClosed(() -> {
            try {
                Runtime.getRuntime().removeShutdownHook(exitHook);
            } catch (IllegalStateException ex) {
                // The JVM is exiting: the hook runs, or has run, and does no harm.
            }
        });
    }

    public String name() {
        return String.valueOf(appender.getName());
    }

    /** Whether someone other than the JVM reads what goes to the console, and expects to find it there at once. */
    public boolean isCaptured() {
        return appender instanceof ConsoleAppender<?> && queue.isSynchronous();
    }

    /** Whether the appender has its own stream for good. */
    public boolean isClosed() {
        return queue.isClosed();
    }

    /**
     * Waits until everything logged so far has been handed to the operating system or dropped, at most for the rest of the shutdown timeout;
     * not for an output that has made no progress for a second, unless its callers wait forever.
     *
     * @param begin {@link System#nanoTime} when the wait for all appenders began
     * @return whether it was within that time
     */
    public boolean flush(long begin) {
        return queue.flush(remaining(begin));
    }

    private long remaining(long begin) {
        return settings.shutdownTimeout().toNanos() - (System.nanoTime() - begin);
    }

    /** As {@link #beginDrain}, and waits for the end. */
    public void drain() {
        long begin = System.nanoTime();
        beginDrain();
        awaitDrained(begin);
    }

    /**
     * Ends the asynchronous mode once what is queued is written: a logging call returns when its line has been written, by its caller, and
     * no thread stays behind. To be followed by {@link #awaitDrained}.
     */
    public void beginDrain() {
        queue.beginDrain();
    }

    /**
     * Waits for the end, at most for the rest of the shutdown timeout; what was not written then is counted on standard error, and is
     * still written should the output go on.
     *
     * @param begin {@link System#nanoTime} when the wait for all appenders began
     */
    public synchronized void awaitDrained(long begin) {
        if (awaited) {
            return;
        }
        awaited = true;
        long late = queue.awaitDrained(remaining(begin));
        if (late > 0) {
            report("tuned logging: %d lines were not written to %s within the shutdown timeout of %d ms%n"
                    .formatted(late, name(), settings.shutdownTimeout().toMillis()));
        }
        long lost = queue.lostAtEnd();
        if (lost > 0) {
            report("tuned logging: %d lines were not written to %s: %s%n"
                    .formatted(lost, name(), statistics().lastFailure()));
        }
    }

    /** On a thread apart: standard error may be a pipe that is not read. */
    @SuppressWarnings("SystemOut") // Logging is what has just failed.
    private static void report(String line) {
        Thread thread = new Thread(() -> System.err.print(line), "tuned-logging-report");
        thread.setDaemon(true);
        thread.start();
        Uninterruptibly.await(() -> !thread.isAlive(), REPORT_NANOS);
    }

    /** Has something done as soon as {@link #isClosed}, which may be now. */
    public void whenClosed(Runnable task) {
        queue.whenClosed(task);
    }

    /** What has become of the lines; of one moment, also under load. */
    public AppenderStatistics statistics() {
        return queue.statistics();
    }

    /** Reports to the log and to Logback's status. */
    private final class Failures implements FailureReporter {

        private volatile @Nullable String reported;

        /** On a thread apart: the appender's lock may be held by a caller that waits for the writer. */
        @Override
        public void log(String line) {
            Logger logger = ((LoggerContext) appender.getContext()).getLogger(AppenderQueue.class);
            String message = "tuned logging: " + name() + ": " + line;
            Thread thread = new Thread(
                    () -> appender.doAppend(new LoggingEvent(Logger.FQCN, logger, Level.WARN, message, null, null)),
                    "tuned-logging-report");
            thread.setDaemon(true);
            try {
                thread.start();
            } catch (OutOfMemoryError ex) {
                // The counts remain.
                failed(ex);
            }
        }

        /** The same failure once: it may be tried again each second. */
        @Override
        public void failed(Throwable ex) {
            String what = String.valueOf(ex);
            if (what.equals(reported)) {
                return;
            }
            reported = what;
            try {
                appender.addError("tuned logging: appender [" + name() + "]: " + what, ex);
            } catch (Throwable reporting) {
                // Out of memory most likely. The count remains.
            }
        }
    }
}
