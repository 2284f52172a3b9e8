/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.util.FileSize;

import dev.tuned.logging.queue.CallerDataMode;
import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.OverflowPolicy;

/**
 * The settings of a {@link TunedAsyncAppender}, one by one, as a Logback file has them. One that cannot be used is reported by name
 * in Logback's status, and stays as it was.
 */
public abstract class AppenderWithSettings extends UnsynchronizedAppenderBase<ILoggingEvent> {

    @SuppressWarnings("deprecation") // ALL, which Logback still takes.
    private static final List<Level> LEVELS =
            List.of(Level.OFF, Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE, Level.ALL);

    private LoggingSettings settings = new LoggingSettings();
    private boolean ofLogbackFile = true;

    AppenderWithSettings() {}

    /** Sets everything at once. Who does that reports {@linkplain TunedAsyncAppender#warning warnings} himself. */
    public final void use(LoggingSettings all) {
        settings = all.clone();
        ofLogbackFile = false;
    }

    /** Whether Logback's status is where warnings belong. */
    final boolean isOfLogbackFile() {
        return ofLogbackFile;
    }

    /** All of them. */
    public final LoggingSettings settings() {
        return settings;
    }

    /** Sets the number of events held between the callers and the writer, 1 to 1048576; 8192 by default. */
    public void setQueueSize(int events) {
        settings.queueSize = (int) inRange("queueSize", events, LoggingSettings.QUEUE_SIZE, settings.queueSize);
    }

    /** Sets the number of bytes of large events held together, 64KB to 1GB; 16MB by default. */
    public void setQueueBytes(FileSize size) {
        settings.queueBytes = inRange("queueBytes", size.getSize(), LoggingSettings.QUEUE_BYTES, settings.queueBytes);
    }

    /** Sets what happens when the queue is full: block (the default), block-forever or drop-below. */
    public void setOverflow(String policy) {
        settings.overflow = oneOf("overflow", policy, List.of(OverflowPolicy.values()), settings.overflow);
    }

    /** Sets the lowest level that drop-below does not drop; INFO by default. */
    public void setDropBelowLevel(String level) {
        settings.dropBelowLevel = oneOf("dropBelowLevel", level, LEVELS, settings.dropBelowLevel);
    }

    /** Sets for how long the writer may make no progress before callers stop to wait, 1 millisecond to 1 minute; 1 second by default. */
    public void setBlockTimeout(ch.qos.logback.core.util.Duration timeout) {
        settings.blockTimeout = duration("blockTimeout", timeout, LoggingSettings.BLOCK_TIMEOUT, settings.blockTimeout);
    }

    /** Sets the number of bytes gathered for one write, 1 byte to 16MB; 64KB by default. A longer line is written whole. */
    public void setBufferSize(FileSize size) {
        settings.bufferBytes =
                (int) inRange("bufferSize", size.getSize(), LoggingSettings.BUFFER_BYTES, settings.bufferBytes);
    }

    /** Sets the longest time a line stays in the buffer, 1 millisecond to 1 minute; 200 milliseconds by default. */
    public void setFlushInterval(ch.qos.logback.core.util.Duration interval) {
        settings.flushInterval =
                duration("flushInterval", interval, LoggingSettings.FLUSH_INTERVAL, settings.flushInterval);
    }

    /** Sets whether to flush whenever the queue is empty; true by default. */
    public void setFlushOnIdle(boolean flush) {
        settings.flushOnIdle = flush;
    }

    /** Sets the lowest level that is flushed as soon as the writer reaches it; ERROR by default. */
    public void setFlushLevel(String level) {
        settings.flushLevel = oneOf("flushLevel", level, LEVELS, settings.flushLevel);
    }

    /** Sets whether callers encode their events themselves; false by default. */
    public void setEncodeInCaller(boolean encode) {
        settings.encodeInCaller = encode;
    }

    /** Sets the longest time to wait for the queue when logging stops, 1 millisecond to 1 hour; 20 seconds by default. */
    public void setShutdownTimeout(ch.qos.logback.core.util.Duration timeout) {
        settings.shutdownTimeout =
                duration("shutdownTimeout", timeout, LoggingSettings.SHUTDOWN_TIMEOUT, settings.shutdownTimeout);
    }

    /** Sets when to capture caller data: auto (the default), on or off, see {@link CallerDataMode}. */
    public void setCallerData(String mode) {
        settings.callerData = oneOf("callerData", mode, List.of(CallerDataMode.values()), settings.callerData);
    }

    private long inRange(String name, long value, LoggingSettings.Range range, long before) {
        if (!range.contains(value)) {
            wrong(name, value, "has to be " + range, before);
            return before;
        }
        return value;
    }

    private Duration duration(
            String name, ch.qos.logback.core.util.Duration value, LoggingSettings.Range range, Duration before) {
        return Duration.ofMillis(inRange(name, value.getMilliseconds(), range, before.toMillis()));
    }

    /** Takes both {@code drop-below} and {@code DROP_BELOW}. */
    private <T> T oneOf(String name, String value, List<T> all, T before) {
        String wanted = value.trim().replace('-', '_');
        for (T each : all) {
            if (each.toString().equalsIgnoreCase(wanted)) {
                return each;
            }
        }
        wrong(name, value, "has to be one of " + words(all), words(before));
        return before;
    }

    /** As they are written in a file. */
    private static String words(Object constants) {
        return constants.toString().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void wrong(String name, Object value, String expected, Object before) {
        addError("<" + name + ">" + value + "</" + name + "> " + expected + "; using " + before);
    }
}
