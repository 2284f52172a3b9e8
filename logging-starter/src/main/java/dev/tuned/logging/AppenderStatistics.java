/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the lines of one asynchronous appender since it became asynchronous. At every moment
 * {@code accepted = written + dropped + queued}. A line is what one logging call prints, a stack trace included; so are a header and a
 * footer. Lines that the appender writes by itself, as after a rollover for up to 10 ms, are in no count.
 *
 * @param name the appender's name
 * @param overflow what happens when the queue is full
 * @param capacityBytes bytes the queue holds, with 4 more for each line
 * @param queuedBytes bytes in the queue, at most {@code capacityBytes}
 * @param accepted lines that reached the queue, were denied before it, or were written past it
 * @param written lines handed to the operating system
 * @param dropped lines that will not be written
 * @param queued lines waiting or being written
 * @param droppedBy {@code dropped} by reason; what is zero is left out
 * @param deniedBy the part that was {@link DropReason#DENIED}, by level; what is zero is left out
 * @param blocked how often a caller had to wait
 * @param blockedNanos nanoseconds that callers waited, in total
 * @param maxBlockedNanos the longest wait of a caller, in nanoseconds
 * @param writes how often lines were handed to the operating system
 * @param writeNanos nanoseconds that took, in total
 * @param maxWriteNanos the longest of them, in nanoseconds
 * @param failing whether writing fails at present, or makes no progress
 * @param lastFailure the last failure to write, or {@code null}
 * @param lastFailureAt when that was, or {@code null}
 * @param lastDropAt when a line was last dropped, or {@code null}
 * @param synchronous whether a logging call returns when its line is written, because logging has ended
 */
public record AppenderStatistics(
        String name,
        OverflowPolicy overflow,
        long capacityBytes,
        long queuedBytes,
        long accepted,
        long written,
        long dropped,
        long queued,
        Map<DropReason, Long> droppedBy,
        Map<Level, Long> deniedBy,
        long blocked,
        long blockedNanos,
        long maxBlockedNanos,
        long writes,
        long writeNanos,
        long maxWriteNanos,
        boolean failing,
        @Nullable String lastFailure,
        @Nullable Instant lastFailureAt,
        @Nullable Instant lastDropAt,
        boolean synchronous) {

    /** The levels by which {@code deniedBy} counts; a line of another counts as one of the next lower. */
    public static final List<Level> DENIED_LEVELS = List.of(Level.TRACE, Level.DEBUG, Level.INFO);
}
