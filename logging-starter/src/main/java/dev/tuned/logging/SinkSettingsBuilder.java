/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;

/** Takes settings one by one, as a Logback file has them. One that cannot be used is reported by name, and stays as it was. */
final class SinkSettingsBuilder {

    private static final int LARGEST_QUEUE = 1 << 24;
    private static final int LARGEST_BUFFER = 1 << 28;
    private static final Duration LONGEST = Duration.ofDays(365);

    private final Consumer<String> errors;
    private int queueSize;
    private OverflowPolicy overflow;
    private Level dropBelowLevel;
    private Duration blockTimeout;
    private int bufferSize;
    private Duration flushInterval;
    private boolean flushOnIdle;
    private Level flushLevel;
    private boolean encodeInCaller;
    private Duration shutdownTimeout;

    SinkSettingsBuilder(SinkSettings from, Consumer<String> errors) {
        this.errors = errors;
        this.queueSize = from.queueSize();
        this.overflow = from.overflow();
        this.dropBelowLevel = from.dropBelowLevel();
        this.blockTimeout = from.blockTimeout();
        this.bufferSize = from.bufferSize();
        this.flushInterval = from.flushInterval();
        this.flushOnIdle = from.flushOnIdle();
        this.flushLevel = from.flushLevel();
        this.encodeInCaller = from.encodeInCaller();
        this.shutdownTimeout = from.shutdownTimeout();
    }

    void queueSize(int events) {
        queueSize = inRange("queueSize", events, LARGEST_QUEUE, queueSize);
    }

    void overflow(String policy) {
        overflow = oneOf("overflow", policy, OverflowPolicy.class, overflow);
    }

    void dropBelowLevel(String level) {
        dropBelowLevel = level("dropBelowLevel", level, dropBelowLevel);
    }

    void blockTimeout(long millis) {
        blockTimeout = duration("blockTimeout", millis, 0, blockTimeout);
    }

    void bufferSize(long bytes) {
        bufferSize = inRange("bufferSize", bytes, LARGEST_BUFFER, bufferSize);
    }

    void flushInterval(long millis) {
        flushInterval = duration("flushInterval", millis, 1, flushInterval);
    }

    void flushOnIdle(boolean flush) {
        flushOnIdle = flush;
    }

    void flushLevel(String level) {
        flushLevel = level("flushLevel", level, flushLevel);
    }

    void encodeInCaller(boolean encode) {
        encodeInCaller = encode;
    }

    void shutdownTimeout(long millis) {
        shutdownTimeout = duration("shutdownTimeout", millis, 0, shutdownTimeout);
    }

    private int inRange(String name, long value, int largest, int before) {
        if (value < 1 || value > largest) {
            wrong(name, value, "has to be between 1 and " + largest, before);
            return before;
        }
        return (int) value;
    }

    private Duration duration(String name, long millis, long smallest, Duration before) {
        if (millis < smallest || millis > LONGEST.toMillis()) {
            wrong(
                    name,
                    millis + " ms",
                    "has to be between " + smallest + " ms and 365 days",
                    before.toMillis() + " ms");
            return before;
        }
        return Duration.ofMillis(millis);
    }

    private Level level(String name, String value, Level before) {
        Level level = Level.toLevel(value.trim(), null);
        if (level == null) {
            wrong(name, value, "has to be a level, ERROR for instance", before);
            return before;
        }
        return level;
    }

    /** Takes both {@code drop-below} and {@code DROP_BELOW}. */
    <E extends Enum<E>> E oneOf(String name, String value, Class<E> type, E before) {
        String constant = value.trim().replace('-', '_').toUpperCase(Locale.ROOT);
        for (E each : type.getEnumConstants()) {
            if (each.name().equals(constant)) {
                return each;
            }
        }
        String all = Arrays.stream(type.getEnumConstants())
                .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
        wrong(name, value, "has to be one of " + all, before.name().toLowerCase(Locale.ROOT));
        return before;
    }

    private void wrong(String name, Object value, String expected, Object before) {
        errors.accept("<" + name + ">" + value + "</" + name + "> " + expected + "; using " + before);
    }

    SinkSettings build() {
        return new SinkSettings(
                queueSize,
                overflow,
                dropBelowLevel,
                blockTimeout,
                bufferSize,
                flushInterval,
                flushOnIdle,
                flushLevel,
                encodeInCaller,
                shutdownTimeout);
    }
}
