/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;

/**
 * An appender behind an {@code AsyncAppender} of the user's that writes to a stream, tuned to write many lines at once: no flush per event, but one at a level, one whenever
 * {@link #flush} is called (periodically), and one per event after {@link #flushEveryEvent}. It is also the first filter of that
 * appender, which is how it sees each event just before it is written without changing the appender's class.
 */
final class Leaf extends Filter<ILoggingEvent> {

    private static final int CONSOLE_BUFFER_BYTES = 8192;

    private final OutputStreamAppender<ILoggingEvent> appender;
    private final Level flushLevel;
    private final @Nullable ConsoleStream console;
    private volatile boolean everyEvent;

    /**
     * Tunes the appender.
     *
     * @param flushLevel lowest level that is flushed at once
     */
    Leaf(OutputStreamAppender<ILoggingEvent> appender, Level flushLevel) {
        this.appender = appender;
        this.flushLevel = flushLevel;
        this.console = (appender instanceof ConsoleAppender<ILoggingEvent> c) ? ConsoleStream.of(c) : null;
        // Several JVMs share a prudent file; its lock is held for one event, and so must be what is written.
        this.everyEvent = appender instanceof FileAppender<ILoggingEvent> file && file.isPrudent();
        if (!everyEvent) {
            bufferConsole();
            appender.setImmediateFlush(false);
        }
        start();
        FirstFilter.of(appender, this);
    }

    /** {@code System.out} flushes whenever it is written to, so the appender's own flag alone changes nothing there. */
    private void bufferConsole() {
        OutputStream stream = appender.getOutputStream();
        if (console != null && console.isUnderlying(stream) && !writesHeaderOrFooter()) {
            appender.setOutputStream(new BufferedOutputStream(stream, CONSOLE_BUFFER_BYTES));
        }
    }

    /** They would be written a second time when the stream is replaced. */
    private boolean writesHeaderOrFooter() {
        return !isEmpty(appender.getEncoder().headerBytes()) || hasFooter();
    }

    boolean hasFooter() {
        return !isEmpty(appender.getEncoder().footerBytes());
    }

    private static boolean isEmpty(byte @Nullable [] bytes) {
        return bytes == null || bytes.length == 0;
    }

    @Override
    public FilterReply decide(ILoggingEvent event) {
        appender.setImmediateFlush(everyEvent || event.getLevel().isGreaterOrEqual(flushLevel));
        return FilterReply.NEUTRAL;
    }

    OutputStreamAppender<ILoggingEvent> appender() {
        return appender;
    }

    /** Whether someone other than the JVM reads what goes to the console, and expects to find it there at once. */
    boolean isCaptured() {
        return console != null && console.isReplaced();
    }

    /** Hands what is buffered to the operating system. Safe from any thread: the streams lock themselves. */
    void flush() {
        try {
            OutputStream stream = appender.getOutputStream();
            if (stream != null) {
                stream.flush();
            }
        } catch (IOException | RuntimeException ex) {
            addError("Could not flush appender [" + appender.getName() + "]", ex);
        }
    }

    void flushEveryEvent() {
        everyEvent = true;
        appender.setImmediateFlush(true);
        flush();
    }
}
