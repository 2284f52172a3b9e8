/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.Set;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.pattern.ClassOfCallerConverter;
import ch.qos.logback.classic.pattern.FileOfCallerConverter;
import ch.qos.logback.classic.pattern.LineOfCallerConverter;
import ch.qos.logback.classic.pattern.MethodOfCallerConverter;
import ch.qos.logback.classic.spi.CallerData;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import org.jspecify.annotations.Nullable;

/**
 * An event that notices whether an encoder asks who logged it. Asking the encoder, in place of reading its pattern, also covers
 * the user's own conversion words and JSON encoders.
 */
final class CallerDataProbe extends LoggingEvent {

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final Set<Class<?>> ONE_FRAME = Set.of(
            ClassOfCallerConverter.class,
            FileOfCallerConverter.class,
            LineOfCallerConverter.class,
            MethodOfCallerConverter.class);

    private final int maximum;
    private int frames;

    private CallerDataProbe(Logger logger, Level level, @Nullable Throwable throwable) {
        super(Logger.FQCN, logger, level, "probe", throwable, null);
        this.maximum = logger.getLoggerContext().getMaxCallerDataDepth();
    }

    /** How many frames of caller data the encoder may print; 0 for none. */
    static int frames(Encoder<ILoggingEvent> encoder, Logger logger) {
        return Math.max(
                frames(encoder, new CallerDataProbe(logger, Level.INFO, null)),
                frames(encoder, new CallerDataProbe(logger, Level.ERROR, new IllegalStateException("probe"))));
    }

    private static int frames(Encoder<ILoggingEvent> encoder, CallerDataProbe probe) {
        try {
            encoder.encode(probe);
        } catch (RuntimeException ex) {
            // An encoder that cannot encode this one has told all it will.
            return probe.frames;
        }
        return probe.frames;
    }

    @Override
    public StackTraceElement[] getCallerData() {
        frames = Math.max(frames, ONE_FRAME.contains(WALKER.getCallerClass()) ? 1 : maximum);
        return CallerData.EMPTY_CALLER_DATA_ARRAY;
    }
}
