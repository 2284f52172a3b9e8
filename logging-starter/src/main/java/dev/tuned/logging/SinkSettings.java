/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;

import ch.qos.logback.classic.Level;

/**
 * How one appender is made asynchronous.
 *
 * @param queueSize events held between the callers and the writer, at least 1
 * @param overflow what happens when the queue is full
 * @param dropBelowLevel with {@link OverflowPolicy#DROP_BELOW} the lowest level that is not dropped
 * @param blockTimeout with {@link OverflowPolicy#BLOCK_TIMEOUT} the longest time a caller waits
 * @param bufferSize bytes gathered for one write, at least 1; a longer line is written whole
 * @param flushInterval longest time a line stays in the buffer, at least a millisecond
 * @param flushOnIdle whether to flush whenever the queue is empty
 * @param flushLevel lowest level that is flushed as soon as the writer reaches it
 * @param encodeInCaller whether callers encode their events themselves
 * @param shutdownTimeout longest time to wait for the queue when logging stops
 */
public record SinkSettings(
        int queueSize,
        OverflowPolicy overflow,
        Level dropBelowLevel,
        Duration blockTimeout,
        int bufferSize,
        Duration flushInterval,
        boolean flushOnIdle,
        Level flushLevel,
        boolean encodeInCaller,
        Duration shutdownTimeout) {

    /** The defaults of {@code tuned.logging.*}. */
    public static final SinkSettings DEFAULTS = new SinkSettings(
            8192,
            OverflowPolicy.BLOCK,
            Level.INFO,
            Duration.ofSeconds(1),
            64 * 1024,
            Duration.ofMillis(200),
            true,
            Level.ERROR,
            false,
            Duration.ofSeconds(30));
}
