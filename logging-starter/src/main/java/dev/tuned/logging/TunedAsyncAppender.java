/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.Iterator;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.spi.AppenderAttachable;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous hand-off to one appender. Callers put their events into a bounded ring without taking a lock; a thread of this
 * appender's own writes them in the order they came, many at a time, and nothing that the appender behind throws ends it. Every
 * event is accounted for, see {@link SinkStatistics}.
 *
 * <p>In a Logback file:
 *
 * <pre>{@code
 * <appender name="ASYNC" class="dev.tuned.logging.TunedAsyncAppender">
 *   <queueSize>8192</queueSize>
 *   <overflow>block</overflow>
 *   <appender-ref ref="FILE"/>
 * </appender>
 * }</pre>
 *
 * <p>Thread-safe once started; settings are read at the start. After {@link #drain} events are written by the threads that log
 * them.
 */
public final class TunedAsyncAppender extends UnsynchronizedAppenderBase<ILoggingEvent>
        implements AppenderAttachable<ILoggingEvent>, SinkWriter.LossReporter {

    private SinkSettings settings = SinkSettings.DEFAULTS;
    private @Nullable Appender<ILoggingEvent> child;
    private @Nullable ConsoleStream console;
    private @Nullable Sink sink;
    private boolean toldThrown;

    /** Sets everything at once, in place of the setters for a Logback file. */
    void setSettings(SinkSettings settings) {
        this.settings = settings;
    }

    /** Sets the number of events held between the callers and the writer, at least 1; 8192 by default. */
    public void setQueueSize(int queueSize) {
        settings = settings.withQueueSize(queueSize);
    }

    @Override
    public void start() {
        Appender<ILoggingEvent> target = child;
        if (target == null) {
            addError("No appender-ref in appender [" + getName() + "]: it has nothing to write to");
            return;
        }
        console = target instanceof ConsoleAppender<ILoggingEvent> c ? ConsoleStream.of(c) : null;
        Sink started = new Sink(target, output(target), settings, this);
        sink = started;
        started.start();
        super.start();
    }

    private SinkOutput output(Appender<ILoggingEvent> target) {
        if (target.getClass() == ConsoleAppender.class && console != null && !console.isReplaced()) {
            return new BatchOutput(
                    (ConsoleAppender<ILoggingEvent>) target,
                    new StandardStreamTarget(console.isError()),
                    settings.bufferSize());
        }
        if ((target.getClass() == FileAppender.class || target.getClass() == RollingFileAppender.class)
                && target instanceof FileAppender<ILoggingEvent> file
                && !file.isPrudent()) {
            return new BatchOutput(file, new FileTarget(file), settings.bufferSize());
        }
        return new AppenderOutput(target);
    }

    @Override
    protected void append(ILoggingEvent event) {
        Sink running = sink;
        if (running == null) {
            return;
        }
        if (isCaptured()) {
            event.prepareForDeferredProcessing();
            running.flush();
            running.writeInCaller(event);
            return;
        }
        running.append(event);
    }

    /** Waits until everything logged so far has been handed to the operating system, at most for the shutdown timeout. */
    public boolean flush() {
        return sink == null || sink.flush();
    }

    /** Ends the asynchronous mode: what is queued is written, at most for the shutdown timeout; then callers write themselves. */
    @SuppressWarnings("SystemOut") // Logging is what has just failed.
    public void drain() {
        long lost = sink == null ? 0 : sink.drain();
        if (lost > 0) {
            System.err.printf(
                    "tuned logging: %d events were not written to %s within the shutdown timeout of %d ms%n",
                    lost, getName(), settings.shutdownTimeout().toMillis());
        }
    }

    @Override
    public void stop() {
        if (isStarted()) {
            drain();
            super.stop();
            if (child != null) {
                child.stop();
            }
        }
    }

    /** What has become of the events so far, or {@code null} before the start. */
    public @Nullable SinkStatistics statistics() {
        return sink == null ? null : sink.statistics(getName());
    }

    @Override
    public ILoggingEvent event(String message) {
        Logger logger = ((LoggerContext) getContext()).getLogger(TunedAsyncAppender.class);
        return new LoggingEvent(
                Logger.FQCN, logger, Level.WARN, "tuned logging: " + getName() + ": " + message, null, null);
    }

    @Override
    public void threw(Throwable ex) {
        if (!toldThrown) {
            toldThrown = true;
            addError("Appender [" + getName() + "] threw; its event is lost, later ones are still tried.", ex);
        }
    }

    @Override
    public void addAppender(Appender<ILoggingEvent> appender) {
        if (child != null && child != appender) {
            addWarn("Appender [" + getName() + "] takes one appender-ref only; ignoring [" + appender.getName() + "]");
            return;
        }
        child = appender;
    }

    int getQueueSize() {
        return settings.queueSize();
    }

    /** Whether someone other than the JVM reads what goes to the console, and expects to find it there at once. */
    boolean isCaptured() {
        return console != null && console.isReplaced();
    }

    /** The appender behind. */
    @Nullable
    Appender<ILoggingEvent> child() {
        return child;
    }

    @Override
    public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
        return child == null
                ? List.<Appender<ILoggingEvent>>of().iterator()
                : List.of(child).iterator();
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
}
