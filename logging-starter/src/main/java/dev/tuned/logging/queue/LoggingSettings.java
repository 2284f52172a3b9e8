/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import ch.qos.logback.classic.Level;

/**
 * How appenders are made asynchronous: all settings there are, with their defaults and bounds. Filled by what reads a configuration;
 * each appender has a copy from its start on, which does not change.
 */
public final class LoggingSettings implements Cloneable {

    public static final Range QUEUE_SIZE = new Range(1, 1 << 20, "");
    public static final Range QUEUE_BYTES = new Range(1 << 16, 1 << 30, "B");
    public static final Range BUFFER_BYTES = new Range(1, 1 << 24, "B");
    public static final Range BLOCK_TIMEOUT = new Range(1, 60_000, "ms");
    public static final Range FLUSH_INTERVAL = new Range(1, 60_000, "ms");
    public static final Range SHUTDOWN_TIMEOUT = new Range(1, 3_600_000, "ms");

    /**
     * What a setting may be.
     *
     * @param min the least, inclusive
     * @param max the most, inclusive
     * @param unit of both, as it is written after them
     */
    public record Range(long min, long max, String unit) {

        public boolean contains(long value) {
            return value >= min && value <= max;
        }

        /** For people, after "has to be". */
        @Override
        public String toString() {
            return "between " + min + unit + " and " + max + unit;
        }
    }

    /** Names of the appenders to change; empty for all. An {@code AsyncAppender} of Logback's is replaced only if it is named here. */
    public Set<String> include = Set.of();

    /** Names of the appenders to leave alone. */
    public Set<String> exclude = Set.of();

    /** Events held between the callers and the writer, at least 1; a tenth of them is kept for WARN and ERROR. */
    public int queueSize = 8192;

    /** Bytes of large events held together, by the lengths of their texts, arrays and stack traces; bounded by a sixteenth of the heap. */
    public long queueBytes = 16L * 1024 * 1024;

    /** What happens when the queue is full. */
    public OverflowPolicy overflow = OverflowPolicy.BLOCK;

    /** The same for single appenders, by name. */
    public Map<String, OverflowPolicy> overflowOf = Map.of();

    /** With {@link OverflowPolicy#DROP_BELOW} the lowest level that is not dropped. */
    public Level dropBelowLevel = Level.INFO;

    /** How long the writer may make no progress before callers stop to wait for it, at least a millisecond. */
    public Duration blockTimeout = Duration.ofSeconds(1);

    /** Bytes gathered for one write, at least 1; a longer line is written whole. */
    public int bufferBytes = 64 * 1024;

    /** Longest time a line stays in the buffer, at least a millisecond. */
    public Duration flushInterval = Duration.ofMillis(200);

    /** Whether to flush whenever the queue is empty. */
    public boolean flushOnIdle = true;

    /** Lowest level that is flushed as soon as the writer reaches it. */
    public Level flushLevel = Level.ERROR;

    /** When to capture caller data. */
    public CallerDataMode callerData = CallerDataMode.AUTO;

    /** Whether callers encode their events themselves. */
    public boolean encodeInCaller;

    /** Longest time to wait for the queue when logging stops, at least a millisecond. */
    public Duration shutdownTimeout = Duration.ofSeconds(20);

    @Override
    public LoggingSettings clone() {
        try {
            return (LoggingSettings) super.clone();
        } catch (CloneNotSupportedException ex) {
            throw new AssertionError(ex);
        }
    }

    /** What happens when the queue of this appender is full. */
    public OverflowPolicy overflowOf(String appender) {
        return overflowOf.getOrDefault(appender, overflow);
    }

    public boolean selects(String appender) {
        return (include.isEmpty() || include.contains(appender)) && !exclude.contains(appender);
    }
}
