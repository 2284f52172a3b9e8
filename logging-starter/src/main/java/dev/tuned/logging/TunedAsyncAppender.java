/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.Iterator;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.spi.AppenderAttachable;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.output.AppenderOutput;
import dev.tuned.logging.output.CallerDataPlan;
import dev.tuned.logging.output.FilterChain;
import dev.tuned.logging.output.StandardStream;
import dev.tuned.logging.queue.AppenderStatistics;
import dev.tuned.logging.queue.AsyncQueue;
import dev.tuned.logging.queue.FailureReporter;
import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.QueueOutput;
import dev.tuned.logging.queue.Uninterruptibly;

import static java.util.Objects.requireNonNull;

/**
 * Asynchronous hand-off to one appender. Callers put their events into a bounded ring without taking a lock; a thread of this
 * appender's own writes them in the order they came, many at a time, and nothing that the appender behind throws ends it. Every
 * event is accounted for, see {@link AppenderStatistics}.
 *
 * <p>In a Logback file, with all settings at their defaults, which may be left out:
 *
 * <pre>{@code
 * <appender name="ASYNC" class="dev.tuned.logging.TunedAsyncAppender">
 *   <queueSize>8192</queueSize>
 *   <queueBytes>16MB</queueBytes>
 *   <overflow>block</overflow> <!-- or block-forever, drop-below -->
 *   <blockTimeout>1 second</blockTimeout>
 *   <dropBelowLevel>INFO</dropBelowLevel>
 *   <bufferSize>64KB</bufferSize>
 *   <flushInterval>200 milliseconds</flushInterval>
 *   <flushOnIdle>true</flushOnIdle>
 *   <flushLevel>ERROR</flushLevel>
 *   <callerData>auto</callerData> <!-- or on, off -->
 *   <encodeInCaller>false</encodeInCaller>
 *   <shutdownTimeout>20 seconds</shutdownTimeout>
 *   <appender-ref ref="FILE"/>
 * </appender>
 * }</pre>
 *
 * <p>A value that cannot be used is an error in Logback's status, and the default is used.
 *
 * <p>Thread-safe once started; settings are read at the start. After {@link #drain} a logging call returns when its line has been
 * written.
 */
public final class TunedAsyncAppender extends AppenderWithSettings implements AppenderAttachable<ILoggingEvent> {

    private static final long REPORT_NANOS = 1_000_000_000;

    private @Nullable Appender<ILoggingEvent> child;
    private boolean stoppedChild;
    private volatile @Nullable Running running;

    /** What there is from the first start on, and made by each. */
    private record Running(
            AsyncQueue queue,
            FilterChain filters,
            CallerDataPlan callerData,
            @Nullable StandardStream console) {}

    @Override
    public void start() {
        Appender<ILoggingEvent> target = child;
        Running before = running;
        if (target == null) {
            addError("No appender-ref in appender [" + getName() + "]: it has nothing to write to");
        } else if (before != null && !before.queue.isClosed()) {
            if (!isStarted()) {
                addError("Appender [" + getName() + "] cannot start again: it still has events to write");
            }
        } else if (!isStarted()) {
            if (stoppedChild && !target.isStarted()) {
                target.start();
            }
            start(target, (LoggerContext) getContext());
            super.start();
        }
    }

    private void start(Appender<ILoggingEvent> target, LoggerContext context) {
        LoggingSettings settings = settings().clone();
        settings.overflow = settings.overflowOf(String.valueOf(getName()));
        // Before the output takes the encoder of the appender.
        CallerDataPlan plan = CallerDataPlan.of(settings.callerData, target, context);
        String warning = plan.warning(target.getName());
        if (warning != null && isOfLogbackFile()) {
            addWarn(warning);
        }
        StandardStream console = StandardStream.of(target);
        FailureReporter failures = new Failures();
        QueueOutput output = AppenderOutput.of(target, console, settings, plan.hidesCallerData(), this::beforeClose);
        AsyncQueue queue = new AsyncQueue(String.valueOf(getName()), output, settings, failures);
        running = new Running(queue, FilterChain.takeOver(target, queue::isWriter), plan, console);
        queue.start();
    }

    /** What to say to people about caller data; {@code null} where there is nothing, or Logback's status has it. */
    public @Nullable String warning() {
        return child == null || isOfLogbackFile() ? null : callerData().warning(child.getName());
    }

    public CallerDataPlan callerData() {
        Running now = running;
        return now == null ? CallerDataPlan.NONE : now.callerData;
    }

    @Override
    protected void append(ILoggingEvent event) {
        Running now = requireNonNull(running);
        boolean isWriter = now.queue.isWriter();
        if (now.console != null && !isWriter && now.console.hasChanged()) {
            now.queue.flushUnlessStalled();
            now.console.follow();
        }
        boolean late = now.queue.isClosed() || (!isWriter && isCaptured());
        if (now.filters.denies(event, late)) {
            return;
        }
        if (now.callerData.frames() > 0) {
            now.callerData.capture(event);
        }
        if (late) {
            now.queue.appendPastQueue(event);
        } else {
            now.queue.append(event);
        }
    }

    /** Called where another thread closes the file, with Logback's lock on it: what was logged before belongs into it. */
    private void beforeClose() {
        Running now = running;
        if (now != null) {
            now.queue.flushUnlessStalled();
        }
    }

    /** Whether someone other than the JVM reads what goes to the console, and expects to find it there at once. */
    public boolean isCaptured() {
        Running now = running;
        return now != null && now.console != null && now.console.isReplaced();
    }

    /**
     * Waits until everything logged so far has been handed to the operating system or dropped, at most for the shutdown timeout.
     *
     * @return whether it was within that time
     */
    public boolean flush() {
        Running now = running;
        return now == null || now.queue.flush();
    }

    /**
     * Ends the asynchronous mode once what is queued is written, and waits for that, at most for the shutdown timeout; what was not
     * written then is counted on standard error, and is still written should the output go on. After that a logging call returns when
     * its line has been written, by its caller, and no thread stays behind.
     */
    public void drain() {
        Running now = running;
        if (now == null) {
            return;
        }
        AsyncQueue.Loss loss = now.queue.drain();
        if (loss.late() > 0) {
            report("tuned logging: %d events were not written to %s within the shutdown timeout of %d ms%n"
                    .formatted(
                            loss.late(), getName(), settings().shutdownTimeout.toMillis()));
        }
        if (loss.failed() > 0) {
            report("tuned logging: %d events were not written to %s: %s%n"
                    .formatted(loss.failed(), getName(), now.queue.statistics().lastFailure()));
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

    /** As {@link #drain}; the appender behind is stopped as soon as all has been written. */
    @Override
    public void stop() {
        Running now = running;
        Appender<ILoggingEvent> target = child;
        if (isStarted() && now != null && target != null) {
            drain();
            super.stop();
            stoppedChild = target.isStarted();
            now.queue.whenClosed(target::stop);
        }
    }

    /**
     * What has become of the events since the last start. Of one moment, also under load.
     *
     * @throws IllegalStateException before the first start
     */
    public AppenderStatistics statistics() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("Appender [" + getName() + "] was not started");
        }
        return now.queue.statistics();
    }

    @Override
    public void addAppender(Appender<ILoggingEvent> appender) {
        if (child != null && child != appender) {
            addWarn("Appender [" + getName() + "] takes one appender-ref only: writing to [" + child.getName()
                    + "] and ignoring [" + appender.getName() + "]");
            return;
        }
        child = appender;
    }

    /** The appender behind. */
    @Nullable
    public Appender<ILoggingEvent> child() {
        return child;
    }

    @Override
    public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
        return Stream.ofNullable(child).iterator();
    }

    @Override
    public @Nullable Appender<ILoggingEvent> getAppender(String name) {
        return child != null && name.equals(child.getName()) ? child : null;
    }

    @Override
    public boolean isAttached(Appender<ILoggingEvent> appender) {
        return child == appender;
    }

    /** Does nothing: an asynchronous appender keeps what it writes to until it is stopped. */
    @Override
    public void detachAndStopAllAppenders() {}

    @Override
    public boolean detachAppender(Appender<ILoggingEvent> appender) {
        return false;
    }

    @Override
    public boolean detachAppender(String name) {
        return false;
    }

    /** Reports to the log and to Logback's status. */
    private final class Failures implements FailureReporter {

        private volatile boolean reported;

        @Override
        public void log(String line) {
            Logger logger = ((LoggerContext) getContext()).getLogger(TunedAsyncAppender.class);
            String message = "tuned logging: " + getName() + ": " + line;
            append(new LoggingEvent(Logger.FQCN, logger, Level.WARN, message, null, null));
        }

        @Override
        public void failed(Throwable ex) {
            if (reported) {
                return;
            }
            reported = true;
            try {
                addError("Appender [" + getName() + "] threw; its event is lost, later ones are still tried.", ex);
            } catch (Throwable reporting) {
                // Out of memory most likely. The count remains.
            }
        }
    }
}
