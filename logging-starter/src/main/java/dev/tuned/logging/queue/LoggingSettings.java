/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.tuned.logging.OverflowPolicy;

/**
 * How appenders are made asynchronous: all settings there are.
 *
 * @param include names of the appenders to change; empty for all of Logback's own classes
 * @param exclude names of the appenders to leave alone
 * @param queueBytes bytes of lines that wait in the queue of one appender, within {@link #QUEUE_BYTES}
 * @param overflow what happens when the queue is full
 * @param overflowOf the same for single appenders, by name; in any case, where none is exact
 * @param shutdownTimeout longest time to wait for the queues when logging stops, within {@link #SHUTDOWN_TIMEOUT}
 */
public record LoggingSettings(
        Set<String> include,
        Set<String> exclude,
        long queueBytes,
        OverflowPolicy overflow,
        Map<String, OverflowPolicy> overflowOf,
        Duration shutdownTimeout) {

    public static final Range QUEUE_BYTES = new Range(1 << 10, 1 << 30, "B");
    public static final Range SHUTDOWN_TIMEOUT = new Range(1, 3_600_000, "ms");

    public static final LoggingSettings DEFAULTS = new LoggingSettings(
            Set.of(), Set.of(), 8L * 1024 * 1024, OverflowPolicy.BLOCK, Map.of(), Duration.ofSeconds(20));

    private static final int HEAP_PART = 32;
    private static final int HEAP_PART_OF_ALL = 8;

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

    /** The size of a queue in this heap: a thirty-second of it, if that is less than {@link #queueBytes}. */
    public int capacityBytes() {
        long ofHeap = Math.max(QUEUE_BYTES.min(), Runtime.getRuntime().maxMemory() / HEAP_PART);
        return Math.toIntExact(Math.min(queueBytes, ofHeap));
    }

    /** The same settings, with queues that take an eighth of the heap at most if there are this many. */
    public LoggingSettings sharedBy(int appenders) {
        long share = Runtime.getRuntime().maxMemory() / HEAP_PART_OF_ALL / Math.max(1, appenders);
        long bytes = Math.min(queueBytes, Math.max(QUEUE_BYTES.min(), share));
        return new LoggingSettings(include, exclude, bytes, overflow, overflowOf, shutdownTimeout);
    }

    /** What happens when the queue of this appender is full. A name from an environment variable is in lower case. */
    public OverflowPolicy overflowOf(String appender) {
        Map<String, OverflowPolicy> inAnyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        inAnyCase.putAll(overflowOf);
        return overflowOf.getOrDefault(appender, inAnyCase.getOrDefault(appender, overflow));
    }

    public boolean selects(String appender) {
        return (include.isEmpty() || include.contains(appender)) && !exclude.contains(appender);
    }
}
