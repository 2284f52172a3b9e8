/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an encoder from asking who logged an event, and so from walking a stack: it prints {@code ?} for it. The event itself is
 * not touched, because other appenders of the same logger may print it. Thread-safe if the encoder is.
 */
final class CallerlessEncoder extends EncoderBase<ILoggingEvent> {

    private final Encoder<ILoggingEvent> original;

    private CallerlessEncoder(Encoder<ILoggingEvent> original) {
        this.original = original;
    }

    /** Gives the appender such an encoder around its own. */
    static void hideFrom(OutputStreamAppender<ILoggingEvent> appender) {
        if (!(appender.getEncoder() instanceof CallerlessEncoder)) {
            appender.setEncoder(new CallerlessEncoder(appender.getEncoder()));
        }
    }

    /** Gives the appender its own encoder back. */
    static void revealTo(OutputStreamAppender<ILoggingEvent> appender) {
        if (appender.getEncoder() instanceof CallerlessEncoder callerless) {
            appender.setEncoder(callerless.original);
        }
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return original.encode(new CallerlessEvent(event));
    }

    /** The same for one thread, with one view for all events; an encoder of another kind might keep it. */
    @Nullable
    LineEncoder reusing() {
        PatternLineEncoder lines = PatternLineEncoder.of(original);
        if (lines == null) {
            return null;
        }
        LoggingEvent none = new LoggingEvent();
        CallerlessEvent view = new CallerlessEvent(none);
        return (event, target) -> {
            view.show(event);
            try {
                lines.encode(view, target);
            } finally {
                view.show(none);
            }
        };
    }

    @Override
    public byte[] headerBytes() {
        return original.headerBytes();
    }

    @Override
    public byte[] footerBytes() {
        return original.footerBytes();
    }

    @Override
    public boolean isStarted() {
        return original.isStarted();
    }

    @Override
    public void start() {
        original.start();
    }

    @Override
    public void stop() {
        original.stop();
    }
}
