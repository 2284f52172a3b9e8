/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/** One task's place in {@link BoundedSemaphore}, which alone change its state. */
final class Permit {

    enum State {
        WAITING,
        GRANTED,
        GIVEN_UP
    }

    volatile State state = State.WAITING;

    /** Thread that waits for the permit: the task's own, or its caller. */
    volatile @Nullable Thread waiter;

    /** Thread of the task, once there is one. */
    volatile @Nullable Thread runner;

    /** What the caller waits for, to be cancelled if the task is given up before it runs. */
    volatile @Nullable Future<?> future;

    void wake() {
        LockSupport.unpark(this.waiter);
    }

    void cancel() {
        Future<?> result = this.future;
        if (result != null) {
            result.cancel(false);
        }
    }

    void interrupt() {
        Thread thread = this.runner;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
