/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the events of one asynchronous appender since it was started. At every moment
 * {@code accepted = written + dropped + queued}.
 *
 * @param name the appender's name
 * @param overflow what happens when the queue is full
 * @param capacity events the queue holds
 * @param accepted events that were given to the appender; not yet those whose callers wait for room
 * @param written events handed to the operating system, or which the appender behind made no line of, for a filter of its own
 *     for instance
 * @param dropped events that will not be written
 * @param queued events waiting or being written, at most {@code capacity} and those logged from within the writing itself
 * @param droppedBy {@code dropped} by reason and level; what is zero is left out
 * @param blocked how often a caller had to wait
 * @param blockedNanos nanoseconds that callers waited, in total
 * @param maxBlockedNanos the longest wait of a caller, in nanoseconds
 * @param flushes how often a batch was handed to the operating system
 * @param flushNanos nanoseconds that took, in total
 * @param maxFlushNanos the longest of them, in nanoseconds
 * @param shortWrites writes that took fewer bytes than they were given; what remained was written by the next
 * @param failing whether writing fails at present
 * @param lastFailure the last failure to write, or {@code null}
 * @param lastFailureAt when that was, or {@code null}
 * @param lastDropAt when an event was last dropped, or {@code null}
 * @param synchronous whether a logging call returns when its line is written, because logging has ended
 */
public record AppenderStatistics(
        String name,
        OverflowPolicy overflow,
        int capacity,
        long accepted,
        long written,
        long dropped,
        long queued,
        Map<DropReason, Map<Level, Long>> droppedBy,
        long blocked,
        long blockedNanos,
        long maxBlockedNanos,
        long flushes,
        long flushNanos,
        long maxFlushNanos,
        long shortWrites,
        boolean failing,
        @Nullable String lastFailure,
        @Nullable Instant lastFailureAt,
        @Nullable Instant lastDropAt,
        boolean synchronous) {

    /** The levels by which {@code droppedBy} counts; an event of another counts as one of the next lower. */
    public static final List<Level> LEVELS = List.of(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR);
}
