/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Duration;

import ch.qos.logback.classic.Level;

/**
 * How one appender is made asynchronous.
 *
 * @param queueSize events held between the callers and the writer, at least 1; a tenth of them is kept for WARN and ERROR
 * @param queueBytes bytes of large events held together, by the lengths of their texts, arrays and stack traces; bounded by a sixteenth of the heap
 * @param overflow what happens when the queue is full
 * @param dropBelowLevel with {@link OverflowPolicy#DROP_BELOW} the lowest level that is not dropped
 * @param blockTimeout how long the writer may make no progress before callers stop to wait for it
 * @param bufferSize bytes gathered for one write, at least 1; a longer line is written whole
 * @param flushInterval longest time a line stays in the buffer, at least a millisecond
 * @param flushOnIdle whether to flush whenever the queue is empty
 * @param flushLevel lowest level that is flushed as soon as the writer reaches it
 * @param encodeInCaller whether callers encode their events themselves
 * @param shutdownTimeout longest time to wait for the queue when logging stops
 */
public record AppenderSettings(
        int queueSize,
        long queueBytes,
        OverflowPolicy overflow,
        Level dropBelowLevel,
        Duration blockTimeout,
        int bufferSize,
        Duration flushInterval,
        boolean flushOnIdle,
        Level flushLevel,
        boolean encodeInCaller,
        Duration shutdownTimeout) {

    public static final int MOST_QUEUE_SIZE = 1 << 20;
    public static final long LEAST_QUEUE_BYTES = 1 << 16;
    public static final long MOST_QUEUE_BYTES = 1 << 30;
    public static final int LEAST_BUFFER_SIZE = 1;
    public static final int MOST_BUFFER_SIZE = 1 << 24;
    public static final Duration MOST_BLOCK_TIMEOUT = Duration.ofMinutes(1);
    public static final Duration MOST_FLUSH_INTERVAL = Duration.ofMinutes(1);
    public static final Duration MOST_SHUTDOWN_TIMEOUT = Duration.ofHours(1);

    /** The defaults of {@code tuned.logging.*}. */
    public static final AppenderSettings DEFAULTS = new AppenderSettings(
            8192,
            16L * 1024 * 1024,
            OverflowPolicy.BLOCK,
            Level.INFO,
            Duration.ofSeconds(1),
            64 * 1024,
            Duration.ofMillis(200),
            true,
            Level.ERROR,
            false,
            Duration.ofSeconds(20));
}
