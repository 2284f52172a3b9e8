/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.permit;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/**
 * Permits, as many as a limit that may change, and a fair queue of callers that wait for one. Thread-safe.
 *
 * <p>A caller needs one compare-and-set and no memory while the queue is empty; only the queue has a lock. No newcomer overtakes a
 * waiting caller. Each operation takes constant time, also leaving the middle of the queue.
 *
 * <p>A {@link java.util.concurrent.Semaphore} orders callers by when their threads begin to wait, has a fixed number of permits,
 * and lets a late {@code tryAcquire} overtake.
 */
public class PermitQueue {

    private final ReentrantLock lock = new ReentrantLock();

    private final AtomicInteger active = new AtomicInteger();

    /** In the order of their arrival; guarded by the lock. */
    private final Set<Waiter> queue = new LinkedHashSet<>();

    /** Size of the queue, to be read without the lock. */
    private volatile int waiting;

    private final IntSupplier limit;

    private volatile boolean closed;

    /** @param limit number of permits now; values below 1 count as 1 */
    public PermitQueue(IntSupplier limit) {
        this.limit = limit;
    }

    /** Takes a permit; false if there is none, or others wait. */
    public final boolean take() {
        return waiting == 0 && takeFree();
    }

    private boolean takeFree() {
        int most = limit();
        return active.getAndAccumulate(most, (taken, limit) -> (taken < limit) ? taken + 1 : taken) < most;
    }

    /**
     * Waits for a permit in the current thread, in turn.
     *
     * @param arrivalNanos {@link System#nanoTime()} from which on the wait counts
     * @param maxWaitNanos the longest wait
     * @return false if there was none by then or before an interrupt, which is not cleared, or after the close
     */
    public final boolean await(long arrivalNanos, long maxWaitNanos) {
        Waiter waiter = new Waiter(lock.newCondition(), arrivalNanos, maxWaitNanos);
        lock.lock();
        try {
            if (!closed) {
                queue.add(waiter);
                admit();
            }
            while (queue.contains(waiter) && waiter.nanosLeft() > 0) {
                waiter.turn.awaitNanos(waiter.nanosLeft());
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } finally {
            // Also where the limit, which may be the application's, throws.
            queue.remove(waiter);
            waiting = queue.size();
            lock.unlock();
        }
        return waiter.granted;
    }

    /** Gives a permit back, which goes to the caller that has waited longest, if there is one. */
    public final void giveBack() {
        active.decrementAndGet();
        limitChanged();
    }

    /** Grants permits that have become free to waiting callers. */
    public final void limitChanged() {
        // A caller that joins counts itself as waiting before it looks for a permit: one of the two threads sees the
        // other.
        if (waiting > 0) {
            lock.lock();
            try {
                admit();
            } finally {
                lock.unlock();
            }
        }
    }

    private void admit() {
        waiting = queue.size();
        while (!queue.isEmpty()) {
            Waiter first = queue.iterator().next();
            boolean late = first.nanosLeft() <= 0;
            if (!late && !takeFree()) {
                return;
            }
            leave(first, !late);
        }
    }

    private void leave(Waiter waiter, boolean granted) {
        queue.remove(waiter);
        waiting = queue.size();
        waiter.granted = granted;
        waiter.turn.signal();
    }

    /** Gives up all places in the queue, and lets nobody wait, until {@link #open}. */
    public final void close() {
        lock.lock();
        try {
            closed = true;
            Set.copyOf(queue).forEach(waiter -> leave(waiter, false));
        } finally {
            lock.unlock();
        }
    }

    /** Lets callers wait again, after {@link #close}. */
    public final void open() {
        closed = false;
    }

    /** Number of permits that are taken. */
    public final int active() {
        return active.get();
    }

    /** Number of callers that wait. */
    public final int waiting() {
        return waiting;
    }

    /** Number of permits, free and taken. */
    public final int limit() {
        return Math.max(1, limit.getAsInt());
    }

    /** A place in the queue; guarded by the lock. */
    private static final class Waiter {

        private final Condition turn;

        private final long arrivalNanos;

        private final long maxWaitNanos;

        private boolean granted;

        Waiter(Condition turn, long arrivalNanos, long maxWaitNanos) {
            this.turn = turn;
            this.arrivalNanos = arrivalNanos;
            this.maxWaitNanos = maxWaitNanos;
        }

        long nanosLeft() {
            return maxWaitNanos - (System.nanoTime() - arrivalNanos);
        }
    }
}
