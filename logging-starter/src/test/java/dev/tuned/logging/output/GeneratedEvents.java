/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.Random;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.BasicMarkerFactory;

/** Events with everything an event can have, and text in every script, broken surrogates too, from a seed. */
final class GeneratedEvents {

    private static final Level[] LEVELS = {Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR};
    private static final String[] LOGGERS = {"ROOT", "a", "org.example.service.OrderService", "a..b.", "x.y.Z$Inner"};

    private final LoggerContext context;
    private final Random random;

    GeneratedEvents(LoggerContext context, long seed) {
        this.context = context;
        this.random = new Random(seed);
    }

    LoggingEvent next() {
        Logger logger = context.getLogger(LOGGERS[random.nextInt(LOGGERS.length)]);
        Level level = LEVELS[random.nextInt(LEVELS.length)];
        boolean withArguments = random.nextBoolean();
        String message = withArguments ? text() + " {} {} \\{} " + text() : random.nextInt(20) == 0 ? null : text();
        Object[] arguments = withArguments ? new Object[] {text(), random.nextInt(), null} : null;
        LoggingEvent event = new LoggingEvent(Logger.FQCN, logger, level, message, throwable(), arguments);
        for (int i = random.nextInt(3); i > 0; i--) {
            event.addMarker(marker());
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            event.addKeyValuePair(new KeyValuePair("key" + i, i == 1 ? null : text()));
        }
        event.setInstant(java.time.Instant.ofEpochSecond(random.nextInt(2_000_000_000), random.nextInt(1_000_000_000)));
        putContext();
        event.prepareForDeferredProcessing();
        return event;
    }

    private void putContext() {
        context.getMDCAdapter().clear();
        if (random.nextBoolean()) {
            context.getMDCAdapter().put("user", text());
            context.getMDCAdapter().put("trace", "4bf92f");
        }
    }

    private Marker marker() {
        Marker marker = new BasicMarkerFactory().getDetachedMarker("MARKER" + random.nextInt(9));
        if (random.nextBoolean()) {
            marker.add(new BasicMarkerFactory().getDetachedMarker("REFERENCED"));
        }
        return marker;
    }

    private @Nullable Throwable throwable() {
        if (random.nextInt(3) > 0) {
            return null;
        }
        Throwable cause = random.nextBoolean() ? new IllegalArgumentException(text()) : null;
        Throwable throwable = new IllegalStateException(text(), cause);
        if (random.nextBoolean()) {
            throwable.addSuppressed(new Exception(text(), cause));
        }
        if (cause != null && random.nextBoolean()) {
            cause.addSuppressed(throwable);
        }
        return throwable;
    }

    String text() {
        int length = random.nextInt(40) == 0 ? 3000 + random.nextInt(8000) : random.nextInt(60);
        int script = random.nextInt(6);
        StringBuilder text = new StringBuilder(length);
        while (text.length() < length) {
            switch (script) {
                case 0 -> text.append((char) (0x20 + random.nextInt(0x5f)));
                case 1 -> text.append((char) random.nextInt(0x100));
                case 2 -> text.append((char) (0x3040 + random.nextInt(0x6000)));
                case 3 -> text.appendCodePoint(0x1f300 + random.nextInt(0x300));
                // Half of a pair, or two of the same kind.
                case 4 -> text.append((char) (0xd7f0 + random.nextInt(0x820)));
                default -> text.append((char) random.nextInt(0x10000));
            }
        }
        return text.toString();
    }
}
