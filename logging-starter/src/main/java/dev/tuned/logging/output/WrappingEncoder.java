/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.reflect.Method;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import org.jspecify.annotations.Nullable;

/** An encoder around a user's, which answers what it is asked but for the events. Thread-safe if that encoder is. */
abstract class WrappingEncoder extends EncoderBase<ILoggingEvent> {

    /** Logback has it from 1.6.4 on: an appender then encodes under its lock. */
    private static final @Nullable Method IS_STATEFUL = isStatefulMethod();

    final Encoder<ILoggingEvent> original;

    WrappingEncoder(Encoder<ILoggingEvent> original) {
        this.original = original;
    }

    private static @Nullable Method isStatefulMethod() {
        try {
            return Encoder.class.getMethod("isStateful");
        } catch (NoSuchMethodException ex) {
            return null;
        }
    }

    /** Overrides Logback's where it has the method. */
    public final boolean isStateful() {
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
    public byte @Nullable [] footerBytes() {
        return original.footerBytes();
    }
}
