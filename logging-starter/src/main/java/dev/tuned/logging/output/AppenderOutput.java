/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.io.OutputStream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;

import dev.tuned.logging.queue.BatchBuffer;
import dev.tuned.logging.queue.QueueOutput;

/**
 * Writes through the appender's own {@code doAppend}, one event after the other: for an appender of any class, which flushes as it does
 * without a queue, or once per batch. What it keeps to itself, an exception that Logback catches for instance, is not noticed.
 */
final class AppenderOutput implements QueueOutput {

    private final Appender<ILoggingEvent> appender;
    private final BatchBuffer batch = new BatchBuffer(1);

    AppenderOutput(Appender<ILoggingEvent> appender) {
        this.appender = appender;
    }

    @Override
    public boolean append(ILoggingEvent event) {
        requireStarted();
        appender.doAppend(event);
        // Logback stops an appender whose stream has thrown.
        requireStarted();
        return true;
    }

    private void requireStarted() {
        if (!appender.isStarted()) {
            throw new IllegalStateException("Appender [" + appender.getName() + "] is not started");
        }
    }

    @Override
    public BatchBuffer batch() {
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
    public boolean isResumable() {
        return false;
    }

    @Override
    public void appendInCaller(ILoggingEvent event) {
        appender.doAppend(event);
    }

    @Override
    public void close() {}
}
