/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.permit;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.permit.Permit.State;

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
    private final Set<Permit> queue = new LinkedHashSet<>();

    /** Size of the queue, to be read without the lock. */
    private volatile int waiting;

    private final IntSupplier limit;

    private final int maxWaiting;

    private volatile boolean closed;

    /**
     * @param limit number of permits now; values below 1 count as 1
     * @param maxWaiting number of callers that may wait
     */
    public PermitQueue(IntSupplier limit, int maxWaiting) {
        this.limit = limit;
        this.maxWaiting = maxWaiting;
    }

    /** Takes a permit; false if there is none, or others wait. */
    public final boolean take() {
        return waiting == 0 && takeFree();
    }

    private boolean takeFree() {
        int most = limit();
        int taken = active.get();
        while (taken < most) {
            if (active.compareAndSet(taken, taken + 1)) {
                return true;
            }
            taken = active.get();
        }
        return false;
    }

    /**
     * Joins the queue.
     *
     * @param arrivalNanos {@link System#nanoTime()} from which on the wait counts
     * @param maxWaitNanos the longest wait
     * @return the place, which may have its permit already; null when as many wait as may, or after the close
     */
    public final @Nullable Permit join(long arrivalNanos, long maxWaitNanos) {
        lock.lock();
        try {
            if (closed || queue.size() >= maxWaiting) {
                return null;
            }
            Permit permit = new Permit(arrivalNanos, maxWaitNanos);
            queue.add(permit);
            waiting = queue.size();
            try {
                admit();
            } catch (RuntimeException | Error ex) {
                // The limit may be the application's, and throw.
                remove(permit, State.GIVEN_UP);
                throw ex;
            }
            return permit;
        } finally {
            lock.unlock();
        }
    }

    /** Waits in the current thread. False when the permit was given up; an interrupt gives it up, and is not cleared. */
    public final boolean await(Permit permit) {
        permit.park();
        // Does nothing if another thread has granted it, or given it up at the close.
        giveUp(permit);
        return permit.isGranted();
    }

    /** Takes a place out of the queue; false if it does not wait any longer. */
    public final boolean giveUp(Permit permit) {
        if (!permit.isWaiting()) {
            return false;
        }
        lock.lock();
        try {
            return remove(permit, State.GIVEN_UP);
        } finally {
            lock.unlock();
        }
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
        while (!queue.isEmpty()) {
            Permit first = queue.iterator().next();
            boolean late = first.nanosLeft() <= 0;
            if (!late && !takeFree()) {
                return;
            }
            remove(first, late ? State.GIVEN_UP : State.GRANTED);
        }
    }

    private boolean remove(Permit permit, State state) {
        boolean waited = queue.remove(permit);
        if (waited) {
            waiting = queue.size();
            permit.become(state);
        }
        return waited;
    }

    /** Gives up all places in the queue, and lets nobody wait, until {@link #open}. */
    public final void close() {
        lock.lock();
        try {
            closed = true;
            for (Permit permit : Set.copyOf(queue)) {
                remove(permit, State.GIVEN_UP);
            }
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
}
