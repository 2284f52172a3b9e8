/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.permit.Permit;
import dev.tuned.threads.permit.PermitQueue;

/** A task that runs or waits, with its permit, its thread and its future. */
final class Task {

    /** Whether it got a permit at once. */
    private volatile boolean admitted;

    /** Its place in the queue; null where it has none. */
    private volatile @Nullable Permit permit;

    /** Its thread, once there is one. */
    private volatile @Nullable Thread thread;

    /** Future of the caller, which is cancelled if the task is given up before it runs. */
    private final @Nullable Future<?> future;

    Task(Runnable work) {
        future = (work instanceof Future<?> result) ? result : null;
    }

    void start(Thread thread) {
        this.thread = thread;
        thread.start();
    }

    /** Takes a permit, or a place in the queue; false if there is neither. */
    boolean enter(PermitQueue queue) {
        admitted = queue.take();
        permit = admitted ? null : queue.join(System.nanoTime(), Long.MAX_VALUE);
        return admitted || permit != null;
    }

    boolean isQueued() {
        return permit != null;
    }

    /** Waits for the permit in the current thread; false if the task was given up. */
    boolean await(PermitQueue queue) {
        Permit place = permit;
        return place == null || queue.await(place);
    }

    /** Whether it has a permit, or had one. */
    boolean isGranted() {
        Permit place = permit;
        return admitted || (place != null && place.isGranted());
    }

    /** Leaves the queue; false when it does not wait. */
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
