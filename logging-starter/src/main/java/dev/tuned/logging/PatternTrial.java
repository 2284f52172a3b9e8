/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.Arrays;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * Whether a second set of converters says what the first one says. Asking each of them twice finds converters that count, and a
 * layout whose post-compile processor was replaced, which cannot be read.
 */
final class PatternTrial {

    private static final int SIZE = 1024;

    private PatternTrial() {}

    static boolean isPassedBy(LineEncoder lines, PatternLayoutEncoder encoder) {
        return encoder.getContext() instanceof LoggerContext context
                && isSame(lines, encoder, context, null)
                && isSame(lines, encoder, context, new IllegalStateException("trial"));
    }

    private static boolean isSame(
            LineEncoder lines, PatternLayoutEncoder encoder, LoggerContext context, @Nullable Throwable throwable) {
        Logger logger = context.getLogger(PatternTrial.class);
        LoggingEvent event = new LoggingEvent(Logger.FQCN, logger, Level.WARN, "trial \u00e9", throwable, null);
        byte[] expected = encoder.encode(event);
        byte[] first = bytes(lines, event);
        byte[] second = bytes(lines, event);
        return Arrays.equals(expected, first)
                && Arrays.equals(expected, second)
                && Arrays.equals(expected, encoder.encode(event));
    }

    private static byte[] bytes(LineEncoder lines, LoggingEvent event) {
        BatchBuffer buffer = new BatchBuffer(SIZE);
        lines.encode(event, buffer);
        return Arrays.copyOf(buffer.reserve(0), buffer.end());
    }
}
