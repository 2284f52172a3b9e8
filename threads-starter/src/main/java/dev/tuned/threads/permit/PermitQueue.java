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
 * As many permits as a limit says, which may change, and a fair queue of those who wait for one. Thread-safe.
 *
 * <p>A caller needs one compare-and-set and no memory while the queue is empty; only the queue has a lock. No newcomer overtakes
 * who waits. Each operation takes constant time, also leaving from the middle of the queue.
 *
 * <p>A {@link java.util.concurrent.Semaphore} would order by when threads happen to start waiting, has a fixed number of
 * permits, and lets a late {@code tryAcquire} overtake.
 */
public final class PermitQueue {

    private final ReentrantLock lock = new ReentrantLock();

    private final AtomicInteger active = new AtomicInteger();

    /** In the order of their arrival; guarded by the lock. */
    private final Set<Permit> queue = new LinkedHashSet<>();

    /** Size of the queue, for those without the lock. */
    private volatile int waiting;

    private final IntSupplier limit;

    private final int maxWaiting;

    private volatile boolean closed;

    /**
     * @param limit how many permits there are now; values below 1 count as 1
     * @param maxWaiting how many may wait
     */
    public PermitQueue(IntSupplier limit, int maxWaiting) {
        this.limit = limit;
        this.maxWaiting = maxWaiting;
    }

    /** Takes a permit; false when there is none, or others wait. */
    public boolean take() {
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
    public @Nullable Permit join(long arrivalNanos, long maxWaitNanos) {
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
                // The limit is the application's.
                remove(permit, State.GIVEN_UP);
                throw ex;
            }
            return permit;
        } finally {
            lock.unlock();
        }
    }

    /** Waits in the current thread. False when the permit was given up; an interrupt gives it up, and is not cleared. */
    public boolean await(Permit permit) {
        permit.park();
        // Does nothing if another thread was faster: granted it, or gave it up at the close.
        giveUp(permit);
        return permit.isGranted();
    }

    /** Takes a place out of the queue; false when it waits no longer. */
    public boolean giveUp(Permit permit) {
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

    /** Gives a permit back, to the caller that has waited longest if there is one. */
    public void giveBack() {
        active.decrementAndGet();
        limitChanged();
    }

    /** Lets those in for whom there are permits now. */
    public void limitChanged() {
        // Who joins counts himself before he looks for a permit: one of the two sees the other.
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

    /** Rejects the callers that wait and those that would, until {@link #open}. */
    public void close() {
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

    /** Lets others wait again. */
    public void open() {
        closed = false;
    }

    /** How many permits are taken. */
    public int active() {
        return active.get();
    }

    /** How many wait. */
    public int waiting() {
        return waiting;
    }

    /** How many permits there are. */
    public int limit() {
        return Math.max(1, limit.getAsInt());
    }
}
