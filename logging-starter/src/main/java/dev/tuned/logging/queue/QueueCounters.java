/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

/**
 * Counts what becomes of the events of one sink, such that the sum is right at every moment. Thread-safe.
 *
 * <p>An event that is refused at the door is accepted and dropped by one and the same count. What became of the others is
 * changed in one step per batch, and is read together with the number of events the ring has accepted. So callers count nothing
 * besides the number they claim.
 */
final class QueueCounters {

    private final EventRing ring;
    private final DropCounts refused = new DropCounts();
    /** Guarded by this, as all without {@code final} are. */
    private final DropCounts lost = new DropCounts();

    private long written;
    private long extra;

    private final LongAdder writtenInCallers = new LongAdder();
    private final LongAdder blocked = new LongAdder();
    private final LongAdder blockedNanos = new LongAdder();
    private final LongAccumulator maxBlockedNanos = new LongAccumulator(Long::max, 0);
    private final AtomicLong lastDropMillis = new AtomicLong();
    private final AtomicLong firstUnreportedDropMillis = new AtomicLong();
    private long flushes;
    private long flushNanos;
    private long maxFlushNanos;

    QueueCounters(EventRing ring) {
        this.ring = ring;
    }

    /** An event that does not enter the ring and is not written. */
    void refused(DropReason reason, Level level) {
        refused.add(reason, level);
        dropped(reason);
    }

    /** An event that does not enter the ring, but will be settled as if it had. */
    synchronized void countExtra() {
        extra++;
    }

    synchronized void lost(DropReason reason, Level level) {
        lost.add(reason, level);
        dropped(reason);
    }

    /** An event that its caller has written past the queue. */
    void writtenInCaller() {
        writtenInCallers.increment();
    }

    /**
     * So many events of the batch were written, and the others never will be, for this reason; the batch is empty then. An event
     * that is in no account, because the writer was thrown out between two of its steps, is lost.
     *
     * @param next the number before which the writer has dealt with every event
     * @param waiting events of {@link #countExtra} that it has not dealt with
     */
    synchronized void settle(BatchBuffer batch, int whole, DropReason otherwise, long next, int waiting) {
        written += whole;
        for (int i = whole; i < batch.events(); i++) {
            lost(otherwise, batch.level(i));
        }
        batch.clear();
        for (long missing = next + extra - waiting - written - lost.total(); missing > 0; missing--) {
            lost(DropReason.ERROR, Level.INFO);
        }
    }

    /** What an encoder throws Logback reports in its status, so the log has no line about it. */
    private void dropped(DropReason reason) {
        long now = System.currentTimeMillis();
        lastDropMillis.set(now);
        if (reason != DropReason.ERROR) {
            firstUnreportedDropMillis.compareAndSet(0, now);
        }
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

    /** When an event was last dropped, in milliseconds since the epoch, or 0. */
    long lastDropMillis() {
        return lastDropMillis.get();
    }

    /** When the first event was dropped since this was last asked, in milliseconds since the epoch, or 0. */
    long takeFirstDropMillis() {
        return firstUnreportedDropMillis.getAndSet(0);
    }

    /** Whether an event has been dropped since {@link #takeFirstDropMillis}. */
    boolean hasUnreportedDrops() {
        return firstUnreportedDropMillis.get() != 0;
    }

    DropCounts drops() {
        return refused.plus(lost, 1);
    }

    /** The counts of one moment. */
    synchronized AppenderStatistics statistics(
            String name,
            OverflowPolicy overflow,
            boolean failing,
            QueueWriter.@Nullable Failure failure,
            long shortWrites,
            boolean synchronous) {
        DropCounts drops = drops();
        long losses = lost.total();
        long inside = ring.claimed() + extra;
        long inCallers = writtenInCallers.sum();
        long droppedAt = lastDropMillis();
        return new AppenderStatistics(
                name,
                overflow,
                ring.capacity(),
                inside + inCallers + drops.total() - losses,
                written + inCallers,
                drops.total(),
                inside - written - losses,
                drops.byReason(),
                blocked.sum(),
                blockedNanos.sum(),
                maxBlockedNanos.get(),
                flushes,
                flushNanos,
                maxFlushNanos,
                shortWrites,
                failing,
                failure == null ? null : failure.message(),
                failure == null ? null : failure.at(),
                droppedAt == 0 ? null : Instant.ofEpochMilli(droppedAt),
                synchronous);
    }
}
