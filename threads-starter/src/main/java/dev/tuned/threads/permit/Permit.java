/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.permit;

import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/** A place in a {@link PermitQueue}. Only the queue changes its state. */
public final class Permit {

    enum State {
        WAITING,
        GRANTED,
        GIVEN_UP
    }

    /** Written under the lock of the queue. */
    volatile State state = State.WAITING;

    private final long arrivalNanos;

    private final long maxWaitNanos;

    private volatile @Nullable Thread waiter;

    Permit(long arrivalNanos, long maxWaitNanos) {
        this.arrivalNanos = arrivalNanos;
        this.maxWaitNanos = maxWaitNanos;
    }

    /** Whether the permit was granted; its work may be over already. */
    public boolean isGranted() {
        return state == State.GRANTED;
    }

    boolean isWaiting() {
        return state == State.WAITING;
    }

    long nanosLeft() {
        return maxWaitNanos - (System.nanoTime() - arrivalNanos);
    }

    /** Waits in the current thread until the state changes, the time is over or the thread is interrupted. */
    void park() {
        waiter = Thread.currentThread();
        long left = nanosLeft();
        while (isWaiting() && left > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, left);
            left = nanosLeft();
        }
    }

    void become(State state) {
        this.state = state;
        LockSupport.unpark(waiter);
    }
}
