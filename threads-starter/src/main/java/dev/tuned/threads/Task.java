/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.permit.Permit;
import dev.tuned.threads.permit.PermitQueue;

/** A task that runs or waits: what its end and the end of its executor need to know of it. */
final class Task {

    /** Its place in the queue; null where it need not wait. */
    volatile @Nullable Permit permit;

    /** Its thread, once there is one. */
    private volatile @Nullable Thread thread;

    /** What the caller waits for, to be cancelled if the task is given up before it runs. */
    private final @Nullable Future<?> future;

    Task(Runnable work) {
        future = (work instanceof Future<?> result) ? result : null;
    }

    void start(Thread thread) {
        this.thread = thread;
        thread.start();
    }

    /** Whether it may run, or has. */
    boolean isGranted() {
        Permit place = permit;
        return place == null || place.isGranted();
    }

    /** Takes it out of the queue; false when it does not wait. */
    boolean giveUp(PermitQueue queue) {
        Permit place = permit;
        return place != null && queue.giveUp(place);
    }

    void cancel() {
        if (future != null) {
            future.cancel(false);
        }
    }

    void interrupt() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }
}
