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
    /** Lines that were put into the ring. Written under the appender's lock alone. */
    private final AtomicLong queued = new AtomicLong();
    /** Of those the ones that were written. Guarded by this, as all without {@code final} are. */
    private long written;
    /** Of those the ones that were dropped. */
    private long lost;

    private long writes;
    private long writeNanos;
    private long maxWriteNanos;
    private long shortWrites;
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

    /** Before a line is put into the ring, so that nobody finds it settled and not counted. */
    void queued() {
        queued.lazySet(queued.get() + 1);
    }

    /** A line that does not enter the ring and is not written: it is accepted and dropped by one and the same count. */
    void refused(DropReason reason) {
        drops.add(reason, 1);
    }

    void writtenByCaller() {
        writtenByCallers.increment();
    }

    /** Counts a write, and takes the lines out of the ring that are whole now. */
    synchronized void settle(long first, int given, int count, long nanos) {
        written += ring.written(first, count);
        writes++;
        writeNanos += nanos;
        maxWriteNanos = Math.max(maxWriteNanos, nanos);
        if (count < given) {
            shortWrites++;
        }
    }

    /** Takes lines out of the ring whose write failed and cannot be resumed. */
    synchronized void settleAsLost(long first, int given) {
        long lines = ring.written(first, given);
        drops.add(DropReason.IO, lines);
        lost += lines;
    }

    /** Drops all that is in the ring. For who keeps others from putting lines in. */
    synchronized void dropQueued(DropReason reason) {
        long lines = queued.get() - written - lost;
        drops.add(reason, lines);
        lost += lines;
        ring.drop();
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
        return queued.get() - written - lost;
    }

    /** The counts of one moment. */
    synchronized AppenderStatistics statistics(
            String name, OverflowPolicy overflow, boolean failing, boolean synchronous) {
        long[] dropped = drops.read();
        long droppedTotal = DropCounts.total(dropped);
        long byCallers = writtenByCallers.sum();
        long accepted = queued.get();
        return new AppenderStatistics(
                name,
                overflow,
                ring.capacity(),
                ring.used(),
                accepted + byCallers + droppedTotal - lost,
                written + byCallers,
                droppedTotal,
                accepted - written - lost,
                DropCounts.byReason(dropped),
                DropCounts.byLevel(dropped),
                blocked.sum(),
                blockedNanos.sum(),
                maxBlockedNanos.get(),
                writes,
                writeNanos,
                maxWriteNanos,
                shortWrites,
                failing,
                lastFailure,
                lastFailureAt,
                drops.lastAt(),
                synchronous);
    }
}
