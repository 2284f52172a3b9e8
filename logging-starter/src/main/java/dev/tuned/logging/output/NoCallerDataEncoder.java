/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;

/**
 * Keeps an encoder from asking who logged an event, and so from walking a stack: it prints {@code ?} for it. The event itself is
 * not touched, because other appenders of the same logger may print it. Thread-safe if the encoder is.
 */
final class NoCallerDataEncoder extends WrappingEncoder {

    private NoCallerDataEncoder(Encoder<ILoggingEvent> original) {
        super(original);
    }

    /** Gives the appender such an encoder around its own. */
    static void hideFrom(OutputStreamAppender<ILoggingEvent> appender) {
        if (!(appender.getEncoder() instanceof NoCallerDataEncoder)) {
            appender.setEncoder(new NoCallerDataEncoder(appender.getEncoder()));
        }
    }

    /** Gives the appender its own encoder back. */
    static void revealTo(OutputStreamAppender<ILoggingEvent> appender) {
        if (appender.getEncoder() instanceof NoCallerDataEncoder callerless) {
            appender.setEncoder(callerless.original);
        }
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return original.encode(new EventView(event, true));
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
