/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.DropReason;
import dev.tuned.logging.OverflowPolicy;

import static java.util.Objects.requireNonNull;

/**
 * Takes the lines of one appender, under the appender's own lock: copies their bytes and returns. A {@link LineWriter} writes them to the
 * {@link Output} in front of which the queue stands at the moment.
 *
 * <p>Who waits here holds the appender's lock, and with it everybody who logs. So he waits only while the output makes progress, and
 * not for an output that fails; with {@link OverflowPolicy#BLOCK_FOREVER} however long it takes, but for an output that fails when
 * logging ends. The writer takes that lock only if nobody holds it.
 */
public final class LineQueue {

    /** No progress for so long is a stall. */
    static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** So much of the queue is for WARN and ERROR while the output stalls. */
    private static final int RESERVED_PART = 8;

    private final String name;
    private final OverflowPolicy overflow;
    private final ReentrantLock lock;
    private final Denial denial;
    private final ByteRing ring;
    private final LineCounts counts;
    private final LineWriter writer;
    private final StallDetector stall;
    private final long reservedFrom;
    private final long shutdownNanos;

    /** In front of what it stands. Changed under the lock. */
    private volatile @Nullable Output output;

    private volatile long lostBeforeEnd;

    /** When callers stop waiting for a queue that ends, by {@link System#nanoTime}. Set before the writer drains. */
    private volatile long drainedBy;

    /** Keeps lines that are less important out of a queue that is nearly full. Thread-safe. */
    public interface Denial {

        /** Denies them until {@link #end}; called again and again. */
        void begin();

        void end();
    }

    /** How the writer finds the appender's stream. Called by the writer's thread. */
    public interface StreamLookout {

        /** Called from time to time: looks whether the queue still stands in front of the appender's stream, or could again. */
        void look();

        /** How long to wait for the next look. */
        long nanosToNextLook();

        /** Gives the appender its own stream back, if nothing is queued and nobody holds its lock; returns whether that is so. */
        boolean stepOut();
    }

    /**
     * Creates a queue that stands in front of nothing yet.
     *
     * @param lock what a thread holds that calls {@link #take}, {@link #attach} or {@link #detach}
     */
    public LineQueue(
            String name,
            LoggingSettings settings,
            ReentrantLock lock,
            Denial denial,
            StreamLookout lookout,
            FailureReporter reporter) {
        this.name = name;
        this.overflow = settings.overflowOf(name);
        this.lock = lock;
        this.denial = denial;
        this.ring = new ByteRing(settings.capacityBytes());
        this.reservedFrom = (long) ring.capacity() - ring.capacity() / RESERVED_PART;
        this.counts = new LineCounts(ring);
        this.writer = new LineWriter(name, this, ring, counts, lookout, reporter);
        this.stall = new StallDetector(writer::progress, STALL_NANOS);
        this.shutdownNanos = settings.shutdownTimeout().toNanos();
    }

    /** Stands in front of an output from now on. Under the lock. */
    public void attach(Output next) {
        output = next;
        writer.wake();
    }

    @Nullable
    Output output() {
        return output;
    }

    /** Takes a line. Under the lock. Throws only what the user's own stream throws, where the line is written to it by the caller. */
    public void take(Output to, byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return;
        }
        if (!ring.fits(length) || to.isSynchronous() || writer.isDraining()) {
            if (awaitEmpty(to)) {
                writeInCaller(to, bytes, offset, length);
                return;
            }
        } else {
            denyIfStuck();
        }
        if (ring.fits(length) && (ring.hasRoomFor(length) || awaitRoom(to, length))) {
            ring.put(bytes, offset, length);
            writer.queued(ring.used());
        } else {
            counts.refused(writer.isFailing() ? DropReason.IO : DropReason.FULL);
            denyIfStuck();
        }
    }

    /** What room is left is for what is important. */
    private void denyIfStuck() {
        if (ring.used() >= reservedFrom && mayDrop() && isStuck()) {
            denial.begin();
        }
    }

    /** As the appender itself would, after all that is queued. */
    private void writeInCaller(Output to, byte[] bytes, int offset, int length) throws IOException {
        to.target().write(bytes, offset, length);
        to.target().flush();
        counts.writtenByCaller();
    }

    private boolean awaitRoom(Output to, int length) {
        long begin = System.nanoTime();
        try {
            writeIfHeld(to, () -> ring.hasRoomFor(length));
            return ring.hasRoomFor(length) || await(() -> ring.hasRoomFor(length));
        } finally {
            counts.blocked(System.nanoTime() - begin);
        }
    }

    /** Writes what is queued, until something is so, if the writer would wait for what this thread holds. */
    private void writeIfHeld(@Nullable Output to, BooleanSupplier done) {
        boolean wrote = to != null && to.isHeldByCaller();
        while (wrote && !done.getAsBoolean()) {
            wrote = writer.write(requireNonNull(to));
        }
    }

    /** Waits until all is written that is queued. Returns whether it is: not if the output makes no progress, or the end has had its time. */
    private boolean awaitEmpty(Output to) {
        if (ring.isEmpty()) {
            return true;
        }
        writeIfHeld(to, ring::isEmpty);
        writer.requestAll();
        return ring.isEmpty() || (await(() -> ring.isEmpty() || isEndOverdue()) && ring.isEmpty());
    }

    /** Whether what is left at the end has had its time: an output may be slow without being stuck. */
    private boolean isEndOverdue() {
        return writer.isDraining() && System.nanoTime() - drainedBy >= 0;
    }

    /**
     * For who holds the appender's lock: not longer than the output makes progress. A virtual thread holds a monitor meanwhile, to keep
     * its carrier on Java 21 to 23: else those who wait for the appender's lock with monitors of their own might take them all, and
     * nobody could go on.
     */
    private synchronized boolean await(BooleanSupplier condition) {
        writer.waiting(Thread.currentThread());
        boolean[] met = new boolean[1];
        try {
            Uninterruptibly.await(
                    () -> {
                        met[0] = condition.getAsBoolean();
                        return met[0] || writer.isCurrent() || shouldGiveUp();
                    },
                    Uninterruptibly.FOR_EVER_NANOS);
        } finally {
            writer.waiting(null);
        }
        return met[0];
    }

    private boolean shouldGiveUp() {
        writer.wake();
        // An output that logs itself, and waits for what this thread holds, would wait forever. So would an end on a
        // full disk, where the writer needs that to give up.
        return writer.isClosed()
                || (mayDrop() && isStuck())
                || (writer.isDraining() && writer.isFailing())
                || writer.isWaitingFor(lock);
    }

    private boolean mayDrop() {
        return overflow != OverflowPolicy.BLOCK_FOREVER;
    }

    private boolean isStuck() {
        return writer.isFailing() || isStalled();
    }

    /** Whether the output takes nothing, for so long that no caller waits for it any more. */
    private boolean isStalled() {
        return stall.isStalled(ring.isEmpty());
    }

    /** A line below WARN was denied. For any thread. */
    public void denied(Level level) {
        counts.drops().deny(level);
    }

    /** Called by the writer after each step. */
    void progressed() {
        if (ring.used() < ring.capacity() / 2) {
            denial.end();
        }
    }

    /** Waits until all that is queued is written, by the same rule as a caller. Under the lock. */
    public void flush(Output flushed) {
        if (output == flushed) {
            awaitEmpty(flushed);
        }
    }

    /**
     * The stream is about to be closed: waits until what is queued is written, by the same rule as a caller, drops what is not, and
     * closes it. Under the lock.
     *
     * @throws IOException what the stream throws
     */
    public void close(Output closing) throws IOException {
        if (output == closing) {
            if (!awaitEmpty(closing)) {
                counts.dropQueued(DropReason.CLOSED);
            }
            output = null;
        }
        try {
            closing.close();
        } finally {
            writer.wake();
        }
    }

    /** Stands in front of nothing any more, if nothing is queued; returns whether that is so. Under the lock. */
    public boolean detach() {
        if (ring.isEmpty()) {
            output = null;
            return true;
        }
        return false;
    }

    /** Whether it stands in front of nothing. */
    public boolean isDetached() {
        return output == null;
    }

    /** Whether callers write their lines themselves at the moment, because the output asks for that. */
    public boolean isSynchronous() {
        Output now = output;
        return now != null && now.isSynchronous();
    }

    public ReentrantLock lock() {
        return lock;
    }

    /** Whether the current thread is the one that writes. */
    public boolean isWriter() {
        return writer.isCurrent();
    }

    /**
     * Waits until everything taken so far has been handed to the operating system, or dropped, at most for a time. Does not wait for a
     * disk to recover, nor for an output that callers do not wait for.
     *
     * @return whether it was within that time
     */
    public boolean flush(long nanos) {
        long target = ring.end();
        writeIfHeld(output, () -> ring.begin() >= target);
        if (!writer.isCurrent() && ring.begin() < target) {
            // Of two failures the second is of a write that began after this call.
            long failures = counts.failures() + 2;
            writer.requestAll();
            StallDetector meanwhile = new StallDetector(writer::progress, STALL_NANOS);
            Uninterruptibly.await(
                    () -> ring.begin() >= target
                            || counts.failures() >= failures
                            || isEndOverdue()
                            || (mayDrop() && meanwhile.isStalled(false)),
                    nanos);
        }
        return ring.begin() >= target;
    }

    /**
     * Has the queue end when all that is in it has been written; the appender has its own stream again then. From now on a logging call
     * returns when its line is written.
     */
    public void beginDrain() {
        if (!writer.isDraining()) {
            lostBeforeEnd = counts.drops().total(DropReason.IO);
            drainedBy = System.nanoTime() + shutdownNanos;
            writer.drain();
        }
        writeIfHeld(output, ring::isEmpty);
    }

    /**
     * Waits for the end after {@link #beginDrain}, at most for a time.
     *
     * @return how many lines are still queued; they are written should the output go on
     */
    public long awaitDrained(long nanos) {
        Output now = output;
        // Then the writer may wait for what this thread holds, but not for a line.
        boolean held = now != null && now.isHeldByCaller();
        return Uninterruptibly.await(() -> writer.isClosed() || (held && ring.isEmpty()), nanos) ? 0 : counts.inRing();
    }

    /** Whether the appender has its own stream for good. */
    public boolean isClosed() {
        return writer.isClosed();
    }

    /** Has something done when {@link #isClosed}, which may be now. */
    public void whenClosed(Runnable task) {
        writer.whenClosed(task);
    }

    /** Has the writer look for the stream now, and starts its thread; returns whether there is one. */
    public boolean wake() {
        writer.wake();
        return writer.isAlive();
    }

    /** How many lines were lost since {@link #beginDrain} because writing failed. */
    public long lostAtEnd() {
        return counts.drops().total(DropReason.IO) - lostBeforeEnd;
    }

    /** Counts of one moment. */
    public AppenderStatistics statistics() {
        boolean failing = writer.isFailing() || isStalled();
        return counts.statistics(name, overflow, failing, writer.isDraining());
    }
}
