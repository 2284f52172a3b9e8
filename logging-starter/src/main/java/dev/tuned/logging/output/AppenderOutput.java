/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.io.OutputStream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.BatchBuffer;
import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.QueueOutput;

/**
 * Writes through the appender's own {@code doAppend}, one event after the other: for an appender of any class, which flushes as it does
 * without a queue, or once per batch. What it keeps to itself, an exception that Logback catches for instance, is not noticed.
 */
public class AppenderOutput implements QueueOutput {

    private final Appender<ILoggingEvent> appender;
    private final boolean hidesCaller;
    final BatchBuffer batch;

    AppenderOutput(Appender<ILoggingEvent> appender, boolean hidesCaller, int batchBytes) {
        this.appender = appender;
        this.hidesCaller = hidesCaller;
        this.batch = new BatchBuffer(batchBytes);
    }

    /**
     * The way to an appender: in batches for exactly Logback's console and file appenders, event by event for any other.
     *
     * @param console the stream it writes to if it is a console
     * @param hidesCaller whether the encoder is kept from asking who logged an event, and so from walking a stack: it prints {@code ?}
     *     for it. The event itself is not touched, because other appenders of the same logger may print it
     * @param beforeClose called where another thread than the writer is about to close the file
     */
    public static QueueOutput of(
            Appender<ILoggingEvent> appender,
            @Nullable StandardStream console,
            LoggingSettings settings,
            boolean hidesCaller,
            Runnable beforeClose) {
        Class<?> type = appender.getClass();
        if (appender instanceof OutputStreamAppender<ILoggingEvent> stream && stream.getEncoder() != null) {
            if (type == ConsoleAppender.class && console != null) {
                return new BatchOutput(stream, console, settings, hidesCaller, beforeClose);
            }
            if ((type == FileAppender.class || type == RollingFileAppender.class)
                    && stream instanceof FileAppender<ILoggingEvent> file
                    && !file.isPrudent()) {
                return new BatchOutput(file, new FileTarget(file), settings, hidesCaller, beforeClose);
            }
        }
        return new AppenderOutput(appender, hidesCaller, 1);
    }

    @Override
    public boolean append(ILoggingEvent event) {
        requireStarted();
        appender.doAppend(shown(event));
        // Logback stops an appender whose stream has thrown.
        requireStarted();
        return true;
    }

    /** What the encoder is to see of an event. */
    final ILoggingEvent shown(ILoggingEvent event) {
        return EventView.of(event, hidesCaller);
    }

    final void requireStarted() {
        if (!appender.isStarted()) {
            throw new IllegalStateException("Appender [" + appender.getName() + "] is not started");
        }
    }

    @Override
    public final BatchBuffer batch() {
        return batch;
    }

    /** Of an appender that does not flush by itself. */
    @Override
    public void flush() throws IOException {
        OutputStream open = appender instanceof OutputStreamAppender<ILoggingEvent> stream && !stream.isImmediateFlush()
                ? stream.getOutputStream()
                : null;
        if (open != null) {
            open.flush();
        }
    }

    @Override
    public final void appendInCaller(ILoggingEvent event) {
        appender.doAppend(shown(event));
    }
}
