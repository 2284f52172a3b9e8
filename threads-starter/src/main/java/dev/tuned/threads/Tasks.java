/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/** The running and waiting tasks of an executor. Thread-safe, without a lock. */
final class Tasks {

    private final Set<Task> all = ConcurrentHashMap.newKeySet();

    /** Number of tasks: the set itself has only an estimate while others come and go. */
    private final AtomicInteger count = new AtomicInteger();

    private final Queue<Runnable> whenIdle = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean closed = new AtomicBoolean();

    private @Nullable KeepAliveThread keeper;

    /** Sets the thread that keeps the JVM running; before the first task. */
    void setKeeper(@Nullable KeepAliveThread keeper) {
        this.keeper = keeper;
    }

    /** Adds a task; false after the close. */
    boolean add(Task task) {
        count.incrementAndGet();
        try {
            all.add(task);
        } catch (Throwable ex) {
            remove(task);
            throw ex;
        }
        if (closed.get()) {
            remove(task);
            return false;
        }
        return true;
    }

    /** Keeps the JVM running, if that is requested, as long as there are tasks. */
    void keepAlive() {
        if (keeper != null) {
            keeper.hold();
        }
    }

    void remove(Task task) {
        KeepAliveThread thread = keeper;
        if (thread != null) {
            thread.taskEnded();
        }
        try {
            all.remove(task);
        } finally {
            if (count.decrementAndGet() == 0) {
                becameIdle();
            }
        }
    }

    private void becameIdle() {
        Runnable callback = whenIdle.poll();
        while (callback != null) {
            callback.run();
            callback = whenIdle.poll();
        }
    }

    boolean isIdle() {
        return count.get() == 0;
    }

    Set<Task> all() {
        return all;
    }

    /** Runs the callback when there are no tasks: at once, or in the thread of the last one. */
    void whenIdle(Runnable callback) {
        whenIdle.add(callback);
        if (isIdle()) {
            becameIdle();
        }
    }

    /** Waits until there are no tasks; an interrupt ends the wait and is not cleared. */
    void awaitIdle(long nanos) {
        CountDownLatch idle = new CountDownLatch(1);
        whenIdle(idle::countDown);
        try {
            boolean unused = idle.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Accepts no further task; false if that was so before. */
    boolean close() {
        boolean wasOpen = closed.compareAndSet(false, true);
        if (keeper != null) {
            whenIdle(keeper::end);
        }
        return wasOpen;
    }

    boolean isClosed() {
        return closed.get();
    }
}
