/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.util.FileSize;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.output.AppenderQueue;
import dev.tuned.logging.queue.LoggingSettings;

/**
 * Makes the writes of one console, file or rolling file appender asynchronous in a Logback file, without Spring Boot. It hands each event
 * straight to that appender, which filters and encodes it as ever; the bytes go into a bounded queue in front of the appender's stream, and
 * a thread writes them, many lines at a time. Every line is accounted for, see {@link AppenderStatistics}.
 *
 * <p>With all settings at their defaults, which may be left out:
 *
 * <pre>{@code
 * <appender name="ASYNC" class="dev.tuned.logging.TunedAsyncAppender">
 *   <queueSize>8MB</queueSize> <!-- at most a thirty-second of the heap -->
 *   <overflow>block</overflow> <!-- or block-forever -->
 *   <shutdownTimeout>20 seconds</shutdownTimeout>
 *   <appender-ref ref="FILE"/>
 * </appender>
 * }</pre>
 *
 * <p>A value that cannot be used is an error in Logback's status, and the default is used. An appender whose stream cannot be taken, for its
 * triggering policy for instance, is a warning there, and writes as without this one.
 *
 * <p>Thread-safe once started; settings are read at the start. After {@link #drain} a logging call returns when its line has been written.
 */
public final class TunedAsyncAppender extends UnsynchronizedAppenderBase<ILoggingEvent>
        implements AppenderAttachable<ILoggingEvent> {

    private long queueBytes = LoggingSettings.DEFAULTS.queueBytes();
    private OverflowPolicy overflow = LoggingSettings.DEFAULTS.overflow();
    private Duration shutdownTimeout = LoggingSettings.DEFAULTS.shutdownTimeout();

    private @Nullable Appender<ILoggingEvent> child;
    private boolean stoppedChild;
    private volatile @Nullable AppenderQueue queue;

    /** Sets the bytes of lines held between the callers and the writer, 1KB to 1GB; 8MB by default. */
    public void setQueueSize(FileSize size) {
        if (isInRange("queueSize", size.getSize(), LoggingSettings.QUEUE_BYTES, queueBytes)) {
            queueBytes = size.getSize();
        }
    }

    /** Sets what happens when the queue is full: block (the default) or block-forever, see {@link OverflowPolicy}. */
    public void setOverflow(String policy) {
        String wanted = policy.trim().replace('-', '_');
        for (OverflowPolicy each : OverflowPolicy.values()) {
            if (each.name().equalsIgnoreCase(wanted)) {
                overflow = each;
                return;
            }
        }
        wrong("overflow", policy, "has to be block or block-forever", words(overflow));
    }

    /** Sets the longest time to wait for the queue when logging stops, 1 millisecond to 1 hour; 20 seconds by default. */
    public void setShutdownTimeout(ch.qos.logback.core.util.Duration timeout) {
        long millis = timeout.getMilliseconds();
        if (isInRange("shutdownTimeout", millis, LoggingSettings.SHUTDOWN_TIMEOUT, shutdownTimeout)) {
            shutdownTimeout = Duration.ofMillis(millis);
        }
    }

    private boolean isInRange(String name, long value, LoggingSettings.Range range, Object before) {
        if (range.contains(value)) {
            return true;
        }
        wrong(name, value, "has to be " + range, before);
        return false;
    }

    /** As they are written in a file. */
    private static String words(OverflowPolicy policy) {
        return policy.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void wrong(String name, Object value, String expected, Object before) {
        addError("<" + name + ">" + value + "</" + name + "> " + expected + "; using " + before);
    }

    @Override
    public void start() {
        Appender<ILoggingEvent> target = child;
        AppenderQueue before = queue;
        if (target == null) {
            addError("No appender-ref in appender [" + getName() + "]: it has nothing to write to");
        } else if (before != null && !before.isClosed()) {
            if (!isStarted()) {
                addError("Appender [" + getName() + "] cannot start again: it still has lines to write");
            }
        } else if (!isStarted()) {
            if (stoppedChild && !target.isStarted()) {
                target.start();
            }
            queue = queueInFrontOf(target);
            super.start();
        }
    }

    private @Nullable AppenderQueue queueInFrontOf(Appender<ILoggingEvent> target) {
        try {
            return AppenderQueue.start(
                    target,
                    new LoggingSettings(Set.of(), Set.of(), queueBytes, overflow, Map.of(), shutdownTimeout),
                    true);
        } catch (IllegalStateException ex) {
            addWarn("Appender [" + target.getName() + "] behind [" + getName() + "] stays synchronous: it "
                    + ex.getMessage());
            return null;
        }
    }

    @Override
    protected void append(ILoggingEvent event) {
        Appender<ILoggingEvent> target = child;
        if (target != null) {
            target.doAppend(event);
        }
    }

    /**
     * Waits until everything logged so far has been handed to the operating system or dropped, at most for the shutdown timeout; not for an
     * output that has made no progress for a second, unless its callers wait forever.
     *
     * @return whether it was within that time
     */
    public boolean flush() {
        AppenderQueue now = queue;
        return now == null || now.flush(System.nanoTime());
    }

    /**
     * Ends the asynchronous mode once what is queued is written, and waits for that, at most for the shutdown timeout; what was not
     * written then is counted on standard error, and is still written should the output go on. After that a logging call returns when
     * its line has been written, by its caller, and no thread stays behind.
     */
    public void drain() {
        AppenderQueue now = queue;
        if (now != null) {
            now.drain();
        }
    }

    /** As {@link #drain}; the appender behind is stopped as soon as all has been written. */
    @Override
    public void stop() {
        Appender<ILoggingEvent> target = child;
        if (isStarted() && target != null) {
            drain();
            super.stop();
            stoppedChild = target.isStarted();
            AppenderQueue now = queue;
            if (now == null) {
                target.stop();
            } else {
                now.whenClosed(target::stop);
            }
        }
    }

    /**
     * What has become of the lines since the last start. Of one moment, also under load.
     *
     * @throws IllegalStateException before the first start, and where the appender behind stays synchronous
     */
    public AppenderStatistics statistics() {
        AppenderQueue now = queue;
        if (now == null) {
            throw new IllegalStateException("Appender [" + getName() + "] has no queue");
        }
        return now.statistics();
    }

    /** What stands in front of the stream of the appender behind; {@code null} where that stays synchronous. No API. */
    public @Nullable AppenderQueue queue() {
        return queue;
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

    /** Does nothing: it keeps what it writes to until it is stopped. */
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
