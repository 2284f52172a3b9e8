/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.io.OutputStream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.recovery.RecoveryListener;
import ch.qos.logback.core.recovery.ResilientOutputStreamBase;
import org.jspecify.annotations.Nullable;

/**
 * Writes through the appender's own {@code doAppend}: for an appender of any class. One that writes to a stream is flushed once
 * per batch; one with a prudent file, whose lock is held for one event, flushes itself. A failure of a file's stream loses the
 * batch it is noticed in, and what that stream is given until it has recovered.
 */
final class AppenderOutput implements SinkOutput, RecoveryListener {

    private final Appender<ILoggingEvent> appender;
    private final @Nullable OutputStreamAppender<ILoggingEvent> stream;
    private final BatchBuffer batch = new BatchBuffer(1);
    private @Nullable OutputStream observed;
    private boolean failing;

    AppenderOutput(Appender<ILoggingEvent> appender) {
        this.appender = appender;
        boolean prudent = appender instanceof FileAppender<ILoggingEvent> file && file.isPrudent();
        this.stream = !prudent && appender instanceof OutputStreamAppender<ILoggingEvent> s ? s : null;
        if (stream != null) {
            stream.setImmediateFlush(false);
        }
    }

    @Override
    public void append(ILoggingEvent event) {
        if (!appender.isStarted()) {
            throw new IllegalStateException("Appender [" + appender.getName() + "] is not started");
        }
        observe();
        appender.doAppend(event);
    }

    /** A rollover opens another stream. */
    private void observe() {
        if (appender instanceof OutputStreamAppender<ILoggingEvent> s && s.getOutputStream() != observed) {
            observed = s.getOutputStream();
            failing = false;
            if (observed instanceof ResilientOutputStreamBase resilient) {
                resilient.addRecoveryListener(this);
            }
        }
    }

    @Override
    public void newFailure(IOException ex) {
        failing = true;
    }

    @Override
    public void recoveryOccured() {
        failing = false;
    }

    @Override
    public BatchBuffer batch() {
        return batch;
    }

    @Override
    public boolean flush() throws IOException {
        boolean failed = failing;
        if (stream != null && stream.getOutputStream() != null) {
            stream.getOutputStream().flush();
        }
        return !failed && !failing && appender.isStarted();
    }

    @Override
    public void close() {
        if (stream != null) {
            stream.setImmediateFlush(true);
        }
    }
}
