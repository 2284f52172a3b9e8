/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

import dev.tuned.logging.DropReason;

/**
 * Writes the lines of a ring to the output, many at a time, and wakes who waits for that. While writing fails it tries again four times
 * a second. All of it is done by its thread, but for what callers ask for or want to know.
 *
 * <p>After {@link #drain} it ends as soon as there is nothing to do, and the queue with it; that may take as long as what it is stuck in.
 */
final class LineWriter extends WriterThread {

    /** So many bytes queued wake it before its time: they are still in the processor's cache. */
    private static final int WAKE_BYTES = 256 * 1024;

    private final LineQueue queue;
    private final ByteRing ring;
    private final LineCounts counts;
    private final LineQueue.StreamLookout lookout;
    private final long wakeBytes;

    /** Bytes written so far; changes whenever the output makes progress. */
    private final AtomicLong progress = new AtomicLong();
    /** Everything before this place in the ring is to be written without waiting for more. */
    private final AtomicLong requested = new AtomicLong();

    private volatile boolean draining;
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    private volatile boolean failing;
    /** Of the thread: whether writing has failed since it was asked to end. */
    private boolean triedAtEnd;
    /** Who waits for room, or for everything to be written: at most one, since he holds the appender's lock. */
    private volatile @Nullable Thread waiting;

    LineWriter(
            String name,
            LineQueue queue,
            ByteRing ring,
            LineCounts counts,
            LineQueue.StreamLookout lookout,
            FailureReporter reporter) {
        super(name, reporter);
        this.queue = queue;
        this.ring = ring;
        this.counts = counts;
        this.lookout = lookout;
        this.wakeBytes = Math.min(WAKE_BYTES, ring.capacity() / 2);
    }

    /** Called by a caller that has queued a line. */
    void queued(long used) {
        State now = state();
        if (now != State.RUNNING && (now != State.GATHERING || used > wakeBytes)) {
            wake();
        }
    }

    /** Asks for everything that is queued to be written without waiting for more. */
    void requestAll() {
        requested.accumulateAndGet(ring.end(), Math::max);
        wake();
    }

    void waiting(@Nullable Thread thread) {
        waiting = thread;
    }

    private boolean isRequested() {
        return requested.get() > ring.begin() || (waiting != null && !ring.isEmpty());
    }

    @Override
    boolean isWanted(State next) {
        return draining || isRequested() || lookout.nanosToNextLook() <= 0 || (next == State.IDLE && !ring.isEmpty());
    }

    @Override
    State step() {
        boolean last = draining;
        Output output = queue.output();
        boolean wrote = output != null && write(output);
        queue.progressed();
        if (failing && ring.isEmpty()) {
            // Of an output whose writes cannot be resumed, or whose stream was closed: nothing fails any more.
            failing = false;
        }
        if (failing && !(triedAtEnd && dropQueued())) {
            triedAtEnd = last;
            lookout.look();
            return State.RETRYING;
        }
        reportDrops(last);
        if (last && ring.isEmpty() && lookout.stepOut()) {
            closed.complete(null);
            return State.ENDED;
        }
        lookout.look();
        return next(output, wrote);
    }

    private State next(@Nullable Output output, boolean wrote) {
        if (output != null && (ring.used() > output.piece() || isRequested())) {
            return State.RUNNING;
        }
        boolean soon = wrote || draining || lookout.nanosToNextLook() <= TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS);
        return soon ? State.GATHERING : State.IDLE;
    }

    /** Writes what one write takes. For any thread that may hold the output's monitor. Returns whether it has written something. */
    boolean write(Output output) {
        if (ring.isEmpty()) {
            // Without the monitor, which whoever prints to the console may hold for long.
            return false;
        }
        boolean wrote = false;
        synchronized (output.monitor()) {
            // Who closed it has dropped what was left.
            if (queue.output() == output && output.begin()) {
                try {
                    wrote = writeOpen(output);
                } finally {
                    end(output);
                }
            }
        }
        Thread waiter = waiting;
        if (waiter != null) {
            LockSupport.unpark(waiter);
        }
        return wrote;
    }

    private void end(Output output) {
        try {
            output.end();
        } catch (IOException ex) {
            reporter.failed(ex);
        }
    }

    private boolean writeOpen(Output output) {
        ByteBuffer buffer = output.buffer();
        long first = ring.peek(buffer, output.piece());
        int given = buffer.remaining();
        if (given == 0) {
            return false;
        }
        long begin = System.nanoTime();
        try {
            int count = output.write(buffer);
            if (count == Output.REWIND) {
                ring.rewind();
                return false;
            }
            counts.settle(first, count, System.nanoTime() - begin);
            progress.lazySet(progress.get() + count);
            failing = false;
            return count > 0;
        } catch (Throwable ex) {
            // Also an Error of a user's stream: this thread must go on, or every caller would wait.
            counts.failed(ex);
            failing = true;
            if (!output.isResumable()) {
                counts.settleAsLost(first, given);
                progress.lazySet(progress.get() + given);
            }
            return false;
        }
    }

    /** At the end what could not be written twice is lost. Returns false while a caller holds the appender's lock. */
    private boolean dropQueued() {
        if (!queue.lock().tryLock()) {
            return false;
        }
        try {
            counts.dropQueued(DropReason.IO);
            failing = false;
            queue.progressed();
            return true;
        } finally {
            queue.lock().unlock();
        }
    }

    /** Logs a line about drops, if there are some and, unless it is the last time, things are well again. */
    private void reportDrops(boolean last) {
        if (!failing && (last || ring.used() <= ring.capacity() / 2)) {
            String line = counts.drops().report(last);
            if (line != null) {
                reporter.log(line);
            }
        }
    }

    /** From now on the thread ends, and closes the queue, when there is nothing to do. */
    void drain() {
        draining = true;
        wake();
    }

    boolean isDraining() {
        return draining;
    }

    /** Whether there is no queue any more. */
    @Override
    boolean isClosed() {
        return closed.isDone();
    }

    /** Has something done once {@link #isClosed}, which may be now. */
    void whenClosed(Runnable task) {
        var unused = closed.thenRun(task).exceptionally(ex -> {
            reporter.failed(ex);
            return null;
        });
    }

    /** For any thread. */
    long progress() {
        return progress.get();
    }

    boolean isFailing() {
        return failing;
    }
}
