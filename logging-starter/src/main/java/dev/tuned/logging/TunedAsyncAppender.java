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
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous hand-off to one appender. Callers put their events into a bounded ring without taking a lock; a thread of this
 * appender's own writes them in the order they came, many at a time, and nothing that the appender behind throws ends it. Every
 * event is accounted for, see {@link SinkStatistics}.
 *
 * <p>In a Logback file, with all settings at their defaults, which may be left out:
 *
 * <pre>{@code
 * <appender name="ASYNC" class="dev.tuned.logging.TunedAsyncAppender">
 *   <queueSize>8192</queueSize>
 *   <overflow>block</overflow> <!-- or block-timeout, drop-below, sync -->
 *   <blockTimeout>1 second</blockTimeout>
 *   <dropBelowLevel>INFO</dropBelowLevel>
 *   <bufferSize>64KB</bufferSize>
 *   <flushInterval>200 milliseconds</flushInterval>
 *   <flushOnIdle>true</flushOnIdle>
 *   <flushLevel>ERROR</flushLevel>
 *   <callerData>auto</callerData> <!-- or on, off -->
 *   <encodeInCaller>false</encodeInCaller>
 *   <shutdownTimeout>30 seconds</shutdownTimeout>
 *   <appender-ref ref="FILE"/>
 * </appender>
 * }</pre>
 *
 * <p>A value that cannot be used is an error in Logback's status, and the default is used.
 *
 * <p>Thread-safe once started; settings are read at the start. After {@link #drain} a logging call returns when its line has been
 * written.
 */
public final class TunedAsyncAppender extends UnsynchronizedAppenderBase<ILoggingEvent>
        implements AppenderAttachable<ILoggingEvent>, LossReporter {

    private SinkSettingsBuilder settings = new SinkSettingsBuilder(SinkSettings.DEFAULTS, this::addError);
    private CallerDataMode callerDataMode = CallerDataMode.AUTO;
    private @Nullable CallerDataPlan givenCallerData;
    private @Nullable CallerDataPlan callerData;
    private @Nullable CallerDataFilter capture;
    private @Nullable Appender<ILoggingEvent> child;
    private boolean stoppedChild;
    private @Nullable ConsoleStream console;
    private volatile @Nullable Sink sink;
    private boolean gathering;
    private volatile boolean toldThrown;

    /** Sets everything at once, in place of the setters for a Logback file. */
    void setSettings(SinkSettings all) {
        settings = new SinkSettingsBuilder(all, this::addError);
    }

    /** Sets the number of events held between the callers and the writer, 1 to 16777216; 8192 by default. */
    public void setQueueSize(int events) {
        settings.queueSize(events);
    }

    /** Sets what happens when the queue is full: block (the default), block-timeout, drop-below or sync. */
    public void setOverflow(String policy) {
        settings.overflow(policy);
    }

    /** Sets the lowest level that drop-below does not drop; INFO by default. */
    public void setDropBelowLevel(String level) {
        settings.dropBelowLevel(level);
    }

    /** Sets how long block-timeout has a caller wait, 0 to 365 days; 1 second by default. */
    public void setBlockTimeout(Duration timeout) {
        settings.blockTimeout(timeout.getMilliseconds());
    }

    /** Sets the number of bytes gathered for one write, 1 byte to 256MB; 64KB by default. A longer line is written whole. */
    public void setBufferSize(FileSize size) {
        settings.bufferSize(size.getSize());
    }

    /** Sets the longest time a line stays in the buffer, 1 millisecond to 365 days; 200 milliseconds by default. */
    public void setFlushInterval(Duration interval) {
        settings.flushInterval(interval.getMilliseconds());
    }

    /** Sets whether to flush whenever the queue is empty; true by default. */
    public void setFlushOnIdle(boolean flush) {
        settings.flushOnIdle(flush);
    }

    /** Sets the lowest level that is flushed as soon as the writer reaches it; ERROR by default. */
    public void setFlushLevel(String level) {
        settings.flushLevel(level);
    }

    /** Sets whether callers encode their events themselves; false by default. */
    public void setEncodeInCaller(boolean encode) {
        settings.encodeInCaller(encode);
    }

    /** Sets the longest time to wait for the queue when logging stops, 0 to 365 days; 30 seconds by default. */
    public void setShutdownTimeout(Duration timeout) {
        settings.shutdownTimeout(timeout.getMilliseconds());
    }

    /** Sets when to capture caller data: auto (the default), on or off, see {@link CallerDataMode}. */
    public void setCallerData(String mode) {
        callerDataMode = settings.oneOf("callerData", mode, CallerDataMode.class, callerDataMode);
    }

    /** Sets what was decided about caller data already, and told. */
    void setCallerDataPlan(CallerDataPlan plan) {
        givenCallerData = plan;
    }

    SinkSettings settings() {
        return settings.build();
    }

    @Override
    public void start() {
        Appender<ILoggingEvent> target = child;
        if (target == null) {
            addError("No appender-ref in appender [" + getName() + "]: it has nothing to write to");
            return;
        }
        if (isStarted()) {
            return;
        }
        if (stoppedChild && !target.isStarted()) {
            target.start();
        }
        SinkSettings chosen = settings.build();
        planCallerData(target, (LoggerContext) getContext());
        console = target instanceof ConsoleAppender<ILoggingEvent> c ? ConsoleStream.of(c) : null;
        SinkOutput output = output(target, chosen);
        gathering = output instanceof BatchOutput;
        Sink started = new Sink(String.valueOf(getName()), output, chosen, this);
        sink = started;
        started.start();
        super.start();
    }

    /** Before the output takes the encoder of the appender. */
    private void planCallerData(Appender<ILoggingEvent> target, LoggerContext context) {
        CallerDataPlan plan = givenCallerData;
        if (plan == null) {
            plan = CallerDataPlan.of(callerDataMode, target, context);
            plan.warnings(target.getName()).forEach(this::addWarn);
        }
        plan.applyTo(target);
        callerData = plan;
        capture = plan.capture(context);
    }

    CallerDataPlan callerData() {
        return callerData == null ? CallerDataPlan.NONE : callerData;
    }

    private SinkOutput output(Appender<ILoggingEvent> target, SinkSettings chosen) {
        if (target.getClass() == ConsoleAppender.class && console != null && !console.isReplaced()) {
            return new BatchOutput(
                    (ConsoleAppender<ILoggingEvent>) target, new StandardStreamTarget(console.isError()), chosen);
        }
        if ((target.getClass() == FileAppender.class || target.getClass() == RollingFileAppender.class)
                && target instanceof FileAppender<ILoggingEvent> file
                && file.getEncoder() != null
                && !file.isPrudent()) {
            return new BatchOutput(file, new FileTarget(file, this), chosen);
        }
        return new AppenderOutput(target);
    }

    @Override
    protected void append(ILoggingEvent event) {
        Sink running = sink;
        Appender<ILoggingEvent> target = child;
        if (running == null || target == null) {
            return;
        }
        if (capture != null) {
            capture.decide(event);
        }
        if (isCaptured()) {
            event.prepareForDeferredProcessing();
            running.flush();
            running.writeInCaller(event, () -> target.doAppend(event));
            return;
        }
        running.append(event);
    }

    /** Whether lines are gathered in a buffer of ours. */
    boolean isGathering() {
        return gathering;
    }

    /** Whether someone other than the JVM reads what goes to the console, and expects to find it there at once. */
    boolean isCaptured() {
        return console != null && console.isReplaced();
    }

    /**
     * Waits until everything logged so far has been handed to the operating system or dropped, at most for the shutdown timeout.
     *
     * @return whether it was within that time
     */
    public boolean flush() {
        Sink running = sink;
        return running == null || running.flush();
    }

    /**
     * Ends the asynchronous mode: what is queued is written, at most for the shutdown timeout, and what could not be is counted
     * on standard error. From then on a logging call returns when its line has been written, and no thread stays behind.
     */
    @SuppressWarnings("SystemOut") // Logging is what has just failed.
    public void drain() {
        Sink running = sink;
        if (running == null) {
            return;
        }
        Sink.Loss loss = running.drain();
        if (loss.stopped() > 0) {
            System.err.printf(
                    "tuned logging: %d events were not written to %s within the shutdown timeout of %d ms%n",
                    loss.stopped(),
                    getName(),
                    settings.build().shutdownTimeout().toMillis());
        }
        if (loss.failed() > 0) {
            System.err.printf(
                    "tuned logging: %d events were not written to %s: %s%n",
                    loss.failed(), getName(), running.statistics("").lastFailure());
        }
    }

    @Override
    public void stop() {
        Sink running = sink;
        Appender<ILoggingEvent> target = child;
        if (isStarted() && running != null && target != null) {
            drain();
            super.stop();
            running.close();
            stoppedChild = target.isStarted();
            target.stop();
        }
    }

    /** What has become of the events since the last start, or {@code null} before the first. Of one moment, also under load. */
    public @Nullable SinkStatistics statistics() {
        Sink running = sink;
        return running == null ? null : running.statistics(String.valueOf(getName()));
    }

    @Override
    public ILoggingEvent event(String message) {
        Logger logger = ((LoggerContext) getContext()).getLogger(TunedAsyncAppender.class);
        return new LoggingEvent(
                Logger.FQCN, logger, Level.WARN, "tuned logging: " + getName() + ": " + message, null, null);
    }

    @Override
    public void threw(Throwable ex) {
        if (toldThrown) {
            return;
        }
        toldThrown = true;
        try {
            addError("Appender [" + getName() + "] threw; its event is lost, later ones are still tried.", ex);
        } catch (Throwable reporting) {
            // Out of memory most likely. The count remains, and is told in the log.
        }
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
