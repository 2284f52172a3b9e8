/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.io.OutputStream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.recovery.RecoveryListener;
import ch.qos.logback.core.recovery.ResilientOutputStreamBase;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.BatchBuffer;
import dev.tuned.logging.queue.QueueOutput;

/**
 * Writes through the appender's own {@code doAppend}: for an appender of any class. One that writes to a stream is flushed once
 * per batch; one with a prudent file, whose lock is held for one event, flushes itself. A failure of a file's stream loses the
 * batch it is noticed in. What an appender keeps to itself, an exception that Logback catches for instance, is not noticed.
 */
final class AppenderOutput implements QueueOutput, RecoveryListener {

    private static final byte[] NOTHING = {};

    private final Appender<ILoggingEvent> appender;
    private final @Nullable OutputStreamAppender<ILoggingEvent> stream;
    private final boolean flushesBatches;
    private final boolean flushedEach;
    private final BatchBuffer batch = new BatchBuffer(1);
    private @Nullable OutputStream observed;
    private @Nullable IOException failure;

    AppenderOutput(Appender<ILoggingEvent> appender) {
        this.appender = appender;
        this.stream = appender instanceof OutputStreamAppender<ILoggingEvent> s ? s : null;
        boolean prudent = appender instanceof FileAppender<ILoggingEvent> file && file.isPrudent();
        this.flushesBatches = stream != null && !prudent;
        this.flushedEach = stream != null && stream.isImmediateFlush();
        if (stream != null && flushesBatches) {
            stream.setImmediateFlush(false);
        }
    }

    @Override
    public boolean append(ILoggingEvent event) {
        requireStarted();
        observe();
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

    /** A rollover opens another stream. */
    private void observe() {
        if (stream != null && stream.getOutputStream() != observed) {
            observed = stream.getOutputStream();
            failure = null;
            if (observed instanceof ResilientOutputStreamBase resilient) {
                resilient.addRecoveryListener(this);
            }
        }
    }

    @Override
    public void newFailure(IOException ex) {
        failure = ex;
    }

    @Override
    public void recoveryOccured() {
        failure = null;
    }

    @Override
    public BatchBuffer batch() {
        return batch;
    }

    @Override
    public void flush() throws IOException {
        OutputStream current = stream == null ? null : stream.getOutputStream();
        IOException before = failure;
        if (current != null && before != null) {
            // Writes nothing while the stream takes itself for broken, but reopens the file when it is time for
            // that.
            current.write(NOTHING, 0, 0);
        }
        if (current != null && (flushesBatches || before != null)) {
            current.flush();
        }
        if (failure != null || (before != null && !batch.isEmpty())) {
            throw before != null ? before : failure;
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
    public void close() {
        if (stream != null) {
            stream.setImmediateFlush(flushedEach);
        }
    }
}
