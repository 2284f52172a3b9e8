/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;

import dev.tuned.logging.queue.AppenderSettings;
import dev.tuned.logging.queue.OverflowPolicy;

/** Takes settings one by one, as a Logback file has them. One that cannot be used is reported by name, and stays as it was. */
final class LogbackSettings {

    private final Consumer<String> errors;
    private int queueSize;
    private long queueBytes;
    private OverflowPolicy overflow;
    private Level dropBelowLevel;
    private Duration blockTimeout;
    private int bufferSize;
    private Duration flushInterval;
    private boolean flushOnIdle;
    private Level flushLevel;
    private boolean encodeInCaller;
    private Duration shutdownTimeout;

    LogbackSettings(AppenderSettings from, Consumer<String> errors) {
        this.errors = errors;
        this.queueSize = from.queueSize();
        this.queueBytes = from.queueBytes();
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
        queueSize = (int) inRange("queueSize", events, 1, AppenderSettings.MOST_QUEUE_SIZE, queueSize);
    }

    void queueBytes(long bytes) {
        queueBytes = inRange(
                "queueBytes", bytes, AppenderSettings.LEAST_QUEUE_BYTES, AppenderSettings.MOST_QUEUE_BYTES, queueBytes);
    }

    void overflow(String policy) {
        overflow = oneOf("overflow", policy, OverflowPolicy.class, overflow);
    }

    void dropBelowLevel(String level) {
        dropBelowLevel = level("dropBelowLevel", level, dropBelowLevel);
    }

    void blockTimeout(long millis) {
        blockTimeout = duration("blockTimeout", millis, AppenderSettings.MOST_BLOCK_TIMEOUT, blockTimeout);
    }

    void bufferSize(long bytes) {
        bufferSize = (int) inRange(
                "bufferSize", bytes, AppenderSettings.LEAST_BUFFER_SIZE, AppenderSettings.MOST_BUFFER_SIZE, bufferSize);
    }

    void flushInterval(long millis) {
        flushInterval = duration("flushInterval", millis, AppenderSettings.MOST_FLUSH_INTERVAL, flushInterval);
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
        shutdownTimeout = duration("shutdownTimeout", millis, AppenderSettings.MOST_SHUTDOWN_TIMEOUT, shutdownTimeout);
    }

    private long inRange(String name, long value, long smallest, long largest, long before) {
        if (value < smallest || value > largest) {
            wrong(name, value, "has to be between " + smallest + " and " + largest, before);
            return before;
        }
        return value;
    }

    private Duration duration(String name, long millis, Duration longest, Duration before) {
        return Duration.ofMillis(inRange(name, millis, 1, longest.toMillis(), before.toMillis()));
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

    AppenderSettings build() {
        return new AppenderSettings(
                queueSize,
                queueBytes,
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
