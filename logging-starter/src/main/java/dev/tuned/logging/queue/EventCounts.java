/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

import ch.qos.logback.classic.Level;

/**
 * What has become of the events of one appender, such that the sum is right at every moment. Thread-safe.
 *
 * <p>An event comes to its end in one of three places, and in one step each: it is {@linkplain #refused refused} and never in the queue,
 * written {@linkplain #writtenInCaller by its caller}, or {@linkplain #countBatch settled} with the batch it was in, as written or dropped.
 * What is accepted is not counted at all: it follows from the numbers of the {@link EventRing}.
 */
final class EventCounts {

    private final EventRing ring;
    private final DropCounts drops = new DropCounts();
    /** Of the drops those that had been accepted. Guarded by this, as all without {@code final} are. */
    private long lost;

    private long written;
    private long extra;
    private long flushes;
    private long flushNanos;
    private long maxFlushNanos;

    private final LongAdder writtenInCallers = new LongAdder();
    private final LongAdder blocked = new LongAdder();
    private final LongAdder blockedNanos = new LongAdder();
    private final LongAccumulator maxBlockedNanos = new LongAccumulator(Long::max, 0);

    EventCounts(EventRing ring) {
        this.ring = ring;
    }

    /** An event that does not enter the ring and is not written: it is accepted and dropped by one and the same count. */
    void refused(DropReason reason, Level level) {
        drops.add(reason, level);
    }

    /** An event of the writer's own, which does not enter the ring, but will be settled as if it had. */
    synchronized void countExtra() {
        extra++;
    }

    /** An event that is settled before its batch is: it is not in it. */
    synchronized void lost(DropReason reason, Level level) {
        lost++;
        drops.add(reason, level);
    }

    /** An event that its caller has written past the queue. */
    void writtenInCaller() {
        writtenInCallers.increment();
    }

    /**
     * Settles all that was taken: this many events of the batch were written, and the others, whose write failed, never will be; the batch is
     * empty then. An event that is in no account, because the writer was thrown out between two of its steps, is lost.
     *
     * @param waiting events of {@link #countExtra} that the writer has not dealt with
     */
    synchronized void countBatch(BatchBuffer batch, int whole, int waiting) {
        written += whole;
        for (int i = whole; i < batch.events(); i++) {
            lost(DropReason.IO, batch.level(i));
        }
        batch.clear();
        for (long missing = ring.taken() + extra - waiting - written - lost; missing > 0; missing--) {
            lost(DropReason.ERROR, Level.INFO);
        }
        ring.release();
    }

    void blocked(long nanos) {
        blocked.increment();
        blockedNanos.add(nanos);
        maxBlockedNanos.accumulate(nanos);
    }

    synchronized void flushed(long nanos) {
        flushes++;
        flushNanos += nanos;
        maxFlushNanos = Math.max(maxFlushNanos, nanos);
    }

    DropCounts drops() {
        return drops;
    }

    /** The counts of one moment, and what can be said of the writer then. */
    synchronized AppenderStatistics statistics(
            String name, OverflowPolicy overflow, QueueWriter writer, boolean stalled) {
        long[] dropped = drops.read();
        long droppedTotal = Arrays.stream(dropped).sum();
        long inside = ring.claimed() + extra;
        long inCallers = writtenInCallers.sum();
        QueueWriter.Failure failure = writer.lastFailure();
        return new AppenderStatistics(
                name,
                overflow,
                ring.capacity(),
                inside + inCallers + droppedTotal - lost,
                written + inCallers,
                droppedTotal,
                inside - written - lost,
                DropCounts.byReason(dropped),
                blocked.sum(),
                blockedNanos.sum(),
                maxBlockedNanos.get(),
                flushes,
                flushNanos,
                maxFlushNanos,
                writer.shortWrites(),
                stalled || writer.isFailing(),
                failure.message(),
                failure.at(),
                drops.lastAt(),
                writer.isDraining());
    }
}
