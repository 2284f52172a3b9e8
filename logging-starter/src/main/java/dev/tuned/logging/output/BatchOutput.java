/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.LoggingSettings;

/**
 * Gathers the lines of an appender in a buffer of its own and writes that in one go. The appender goes on filtering, triggering
 * and rolling over as it always did: only its encoder is replaced, by one which puts the bytes into the buffer and gives the
 * appender nothing to write.
 */
public final class BatchOutput extends AppenderOutput {

    private static final byte[] NOTHING = {};
    private static final @Nullable Method IS_STATEFUL = Arrays.stream(Encoder.class.getMethods())
            .filter(method -> method.getName().equals("isStateful"))
            .findFirst()
            .orElse(null);

    private final OutputStreamAppender<ILoggingEvent> appender;
    private final Encoder<ILoggingEvent> original;
    private final boolean callerEncodes;
    /** Encodes for less, where that is possible. */
    private final @Nullable PatternLineEncoder lines;

    private final Runnable beforeClose;
    private final BatchTarget target;
    private @Nullable Thread writer;
    private boolean failed;

    /**
     * Takes the place of the appender's encoder.
     *
     * @param hidesCaller whether the encoder is kept from asking who logged an event
     * @param beforeClose called where another thread than the writer is about to close the file
     */
    public BatchOutput(
            OutputStreamAppender<ILoggingEvent> appender,
            BatchTarget target,
            LoggingSettings settings,
            boolean hidesCaller,
            Runnable beforeClose) {
        super(appender, hidesCaller, settings.bufferBytes);
        this.beforeClose = beforeClose;
        this.appender = appender;
        this.original = appender.getEncoder();
        this.callerEncodes =
                settings.encodeInCaller || EncoderNeeds.of(original, 1).objects();
        this.lines = PatternLineEncoder.of(original, hidesCaller);
        this.target = target;
        appender.setEncoder(new Gathering());
    }

    @Override
    public ILoggingEvent prepare(ILoggingEvent event) {
        return callerEncodes ? EncodedEvent.of(shown(event), original) : event;
    }

    @Override
    public boolean append(ILoggingEvent event) {
        requireStarted();
        target.appending(batch);
        // Only if they change: other threads read what lies beside them.
        if (writer != Thread.currentThread()) {
            writer = Thread.currentThread();
        }
        if (failed) {
            failed = false;
        }
        appender.doAppend(lines == null ? shown(event) : event);
        return !failed;
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
    public void close() {
        appender.setEncoder(original);
        writer = null;
    }

    /** Called by the appender: by the writer's thread for the buffer, and by anybody else who shares the appender as ever. */
    final class Gathering extends EncoderBase<ILoggingEvent> {

        /** Overrides Logback's where it has the method, which is from 1.6.4 on: an appender then encodes under its lock. */
        public boolean isStateful() {
            try {
                return IS_STATEFUL != null && (boolean) IS_STATEFUL.invoke(original);
            } catch (ReflectiveOperationException ex) {
                throw new IllegalStateException("Encoder.isStateful cannot be called", ex);
            }
        }

        @Override
        public byte @Nullable [] headerBytes() {
            return original.headerBytes();
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
            return original.footerBytes();
        }
    }
}
