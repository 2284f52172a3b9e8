/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.BatchBuffer;
import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.QueueOutput;

/**
 * Gathers the lines of an appender in a buffer of its own and writes that in one go. The appender goes on filtering, triggering
 * and rolling over as it always did: only its encoder is replaced, by one which puts the bytes into the buffer and gives the
 * appender nothing to write.
 */
public final class BatchOutput implements QueueOutput {

    private static final byte[] NOTHING = {};

    private final OutputStreamAppender<ILoggingEvent> appender;
    private final Encoder<ILoggingEvent> original;
    private final boolean encodeInCaller;
    /** Encodes for less, where that is possible. */
    private final @Nullable PatternLineEncoder lines;

    private final boolean asksObjects;
    private final Runnable beforeClose;
    private final BatchTarget target;
    private final BatchBuffer batch;
    private @Nullable Thread writer;
    private boolean failed;

    /**
     * Takes the place of the appender's encoder.
     *
     * @param beforeClose called where another thread than the writer is about to close the file
     */
    public BatchOutput(
            OutputStreamAppender<ILoggingEvent> appender,
            BatchTarget target,
            LoggingSettings settings,
            Runnable beforeClose) {
        this.beforeClose = beforeClose;
        this.appender = appender;
        this.original = appender.getEncoder();
        this.encodeInCaller = settings.encodeInCaller;
        this.lines = PatternLineEncoder.of(original);
        // A pattern whose words are known has none for anything but the message. What counts its events has to get them
        // in their order.
        this.asksObjects = lines == null && CallerDataDetector.isStateless(original);
        this.target = target;
        this.batch = new BatchBuffer(settings.bufferBytes);
        appender.setEncoder(new Gathering());
    }

    @Override
    public ILoggingEvent prepare(ILoggingEvent event) {
        event.prepareForDeferredProcessing();
        return encodeInCaller || asksObjects ? EncodedEvent.of(event, original) : event;
    }

    @Override
    public boolean append(ILoggingEvent event) {
        if (!appender.isStarted()) {
            throw new IllegalStateException("Appender [" + appender.getName() + "] is not started");
        }
        target.appending(batch);
        // Only if they change: other threads read what lies beside them.
        if (writer != Thread.currentThread()) {
            writer = Thread.currentThread();
        }
        if (failed) {
            failed = false;
        }
        appender.doAppend(event);
        return !failed;
    }

    @Override
    public BatchBuffer batch() {
        return batch;
    }

    @Override
    public void flush() throws IOException {
        if (batch.hasRemaining()) {
            target.write(batch);
        }
    }

    @Override
    public boolean isResumable() {
        return target.isResumable();
    }

    @Override
    public void appendInCaller(ILoggingEvent event) {
        appender.doAppend(event);
    }

    @Override
    public void close() {
        appender.setEncoder(original);
        writer = null;
    }

    /** Called by the appender: by the writer's thread for the buffer, and by anybody else who shares the appender as ever. */
    private final class Gathering extends WrappingEncoder {

        Gathering() {
            super(BatchOutput.this.original);
        }

        @Override
        public byte @Nullable [] encode(ILoggingEvent event) {
            if (writer != Thread.currentThread()) {
                return EncodedEvent.encode(event, original);
            }
            try {
                int begin = batch.end();
                if (lines == null || event instanceof EncodedEvent) {
                    batch.append(EncodedEvent.encode(event, original));
                } else {
                    lines.encode(event, batch);
                }
                target.encoded(batch.end() - begin);
                return NOTHING;
            } catch (RuntimeException ex) {
                // The appender reports it in Logback's status, and nothing else does.
                failed = true;
                throw ex;
            }
        }

        /** Asked for just before the file is closed, in a rollover for instance: what is gathered belongs before it. */
        @Override
        public byte @Nullable [] footerBytes() {
            if (writer == Thread.currentThread()) {
                target.closing(batch);
            } else {
                beforeClose.run();
            }
            return super.footerBytes();
        }
    }
}
