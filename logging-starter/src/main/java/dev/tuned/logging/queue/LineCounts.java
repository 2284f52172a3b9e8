/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.DropReason;
import dev.tuned.logging.OverflowPolicy;

/**
 * What has become of the lines of one appender, such that the sum is right at every moment. Thread-safe.
 *
 * <p>A line comes to its end in one step: it is {@linkplain #refused refused} or {@linkplain DropCounts#deny denied} and never in the ring,
 * {@linkplain #writtenByCaller written by its caller} past it, or {@linkplain #settle settled} with what else a write took, or
 * {@linkplain #dropQueued dropped} with all that is in the ring.
 */
final class LineCounts {

    private final ByteRing ring;
    private final DropCounts drops = new DropCounts();
    /** Lines that were in the ring, and were written. Guarded by this, as all without {@code final} are. */
    private long written;

    private long writes;
    private long writeNanos;
    private long maxWriteNanos;
    private @Nullable String lastFailure;
    private @Nullable Instant lastFailureAt;

    private final LongAdder writtenByCallers = new LongAdder();
    private final LongAdder blocked = new LongAdder();
    private final LongAdder blockedNanos = new LongAdder();
    private final LongAccumulator maxBlockedNanos = new LongAccumulator(Long::max, 0);
    /** Failures to write, several in a row until things are well again. */
    private final AtomicLong failures = new AtomicLong();

    LineCounts(ByteRing ring) {
        this.ring = ring;
    }

    /** A line that does not enter the ring and is not written: it is accepted and dropped by one and the same count. */
    void refused(DropReason reason) {
        drops.add(reason, 1);
    }

    void writtenByCaller() {
        writtenByCallers.increment();
    }

    /** Counts a write, and takes the lines out of the ring that are whole now. */
    synchronized void settle(long first, int count, long nanos) {
        written += ring.written(first, count);
        writes++;
        writeNanos += nanos;
        maxWriteNanos = Math.max(maxWriteNanos, nanos);
    }

    /** Takes lines out of the ring whose write failed and cannot be resumed. */
    synchronized void settleAsLost(long first, int given) {
        drops.add(DropReason.IO, ring.written(first, given));
    }

    /** Drops all that is in the ring. For who keeps others from putting lines in. */
    synchronized void dropQueued(DropReason reason) {
        drops.add(reason, ring.drop());
    }

    void blocked(long nanos) {
        blocked.increment();
        blockedNanos.add(nanos);
        maxBlockedNanos.accumulate(nanos);
    }

    synchronized void failed(Throwable ex) {
        lastFailure = ex.getMessage() == null ? ex.toString() : ex.getMessage();
        lastFailureAt = Instant.now();
        failures.incrementAndGet();
    }

    long failures() {
        return failures.get();
    }

    DropCounts drops() {
        return drops;
    }

    /** Lines in the ring. */
    synchronized long inRing() {
        return ring.lines();
    }

    /** The counts of one moment. */
    synchronized AppenderStatistics statistics(
            String name, OverflowPolicy overflow, boolean failing, boolean synchronous) {
        long[] dropped = drops.read();
        long droppedTotal = DropCounts.total(dropped);
        long byCallers = writtenByCallers.sum();
        long queued = ring.lines();
        return new AppenderStatistics(
                name,
                overflow,
                ring.capacity(),
                ring.used(),
                written + queued + byCallers + droppedTotal,
                written + byCallers,
                droppedTotal,
                queued,
                DropCounts.byReason(dropped),
                DropCounts.byLevel(dropped),
                blocked.sum(),
                blockedNanos.sum(),
                maxBlockedNanos.get(),
                writes,
                writeNanos,
                maxWriteNanos,
                failing,
                lastFailure,
                lastFailureAt,
                drops.lastAt(),
                synchronous);
    }
}
