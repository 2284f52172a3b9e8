/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.Permit.State;

/**
 * Fair permits with a bounded queue: a permit is granted when it enters or, first come, first served, when another is
 * returned. Who waits can leave from the middle of the queue at no cost to the others. Thread-safe.
 *
 * <p>A {@link java.util.concurrent.Semaphore} would order tasks by when their threads happen to start, could not count its
 * waiters together with its permits, and lets a late {@code tryAcquire} overtake.
 */
final class BoundedSemaphore {

    private final ReentrantLock lock = new ReentrantLock();

    private final Condition idle = this.lock.newCondition();

    /** Changed under the lock, except where there is no limit. */
    private final Set<Permit> running = ConcurrentHashMap.newKeySet();

    private final Set<Permit> waiting = new LinkedHashSet<>();

    private final Bound bound;

    private @Nullable KeepAliveThread keeper;

    private @Nullable Runnable whenIdle;

    private volatile boolean closed;

    /** Whether somebody waits for the last to leave. */
    private volatile boolean idleAwaited;

    BoundedSemaphore(Bound bound) {
        this.bound = bound;
    }

    /** Gives a permit that is granted or waits; null when it may not even wait, or after the close. */
    @Nullable
    Permit enter() {
        return hasLock() ? enterLocked() : enterFreely();
    }

    /** Without a limit there is nothing to order, except where the JVM has to be kept between the first and the last. */
    private boolean hasLock() {
        return this.bound.isLimited() || this.keeper != null;
    }

    private @Nullable Permit enterFreely() {
        Permit permit = new Permit();
        permit.state = State.GRANTED;
        this.running.add(permit);
        if (this.closed) {
            release(permit);
            return null;
        }
        return permit;
    }

    private @Nullable Permit enterLocked() {
        this.lock.lock();
        try {
            boolean granted = this.bound.mayRun(this.running.size());
            if (this.closed || (!granted && !this.bound.mayWait(this.waiting.size()))) {
                return null;
            }
            if (isIdle() && this.keeper != null) {
                this.keeper.hold();
            }
            Permit permit = new Permit();
            if (granted) {
                grant(permit);
            } else {
                this.waiting.add(permit);
            }
            return permit;
        } finally {
            this.lock.unlock();
        }
    }

    /** Waits in the current thread. False when the permit was given up; an interrupt gives it up, and is not cleared. */
    boolean await(Permit permit) {
        permit.waiter = Thread.currentThread();
        while (permit.state == State.WAITING) {
            if (Thread.currentThread().isInterrupted()) {
                // Does nothing if somebody else was faster: granted it, or gave it up at the close.
                giveUp(permit);
            } else {
                LockSupport.park(this);
            }
        }
        return permit.state == State.GRANTED;
    }

    /** Takes a permit out of the queue; false when it waits no longer. */
    boolean giveUp(Permit permit) {
        Runnable callback = null;
        this.lock.lock();
        try {
            if (!this.waiting.remove(permit)) {
                return false;
            }
            permit.state = State.GIVEN_UP;
            callback = afterLeaving();
        } finally {
            this.lock.unlock();
        }
        permit.wake();
        run(callback);
        return true;
    }

    /** Returns a granted permit's permit, to the next that waits if there is one. */
    void release(Permit permit) {
        if (!hasLock()) {
            this.running.remove(permit);
            if (!this.idleAwaited) {
                return;
            }
        }
        Runnable callback = null;
        this.lock.lock();
        try {
            if (this.running.remove(permit)) {
                Iterator<Permit> queue = this.waiting.iterator();
                if (queue.hasNext()) {
                    Permit next = queue.next();
                    queue.remove();
                    grant(next);
                }
            }
            callback = afterLeaving();
        } finally {
            this.lock.unlock();
        }
        run(callback);
    }

    private static void run(@Nullable Runnable callback) {
        if (callback != null) {
            callback.run();
        }
    }

    private void grant(Permit permit) {
        this.running.add(permit);
        permit.state = State.GRANTED;
        permit.wake();
    }

    /** What to do, outside the lock, if the last has left. */
    private @Nullable Runnable afterLeaving() {
        if (!isIdle()) {
            return null;
        }
        if (this.keeper != null) {
            this.keeper.release();
        }
        this.idle.signalAll();
        Runnable callback = this.whenIdle;
        this.whenIdle = null;
        return callback;
    }

    private boolean isIdle() {
        return this.running.isEmpty() && this.waiting.isEmpty();
    }

    /** Runs it when nobody has or awaits a permit: at once, or in the thread that leaves last. */
    void whenIdle(Runnable callback) {
        this.lock.lock();
        try {
            this.idleAwaited = true;
            if (!isIdle()) {
                this.whenIdle = callback;
                return;
            }
        } finally {
            this.lock.unlock();
        }
        callback.run();
    }

    /** Waits until nobody has or awaits a permit; an interrupt ends the wait and is not cleared. */
    void awaitIdle(long nanos) {
        this.lock.lock();
        try {
            this.idleAwaited = true;
            long left = nanos;
            while (!isIdle() && left > 0) {
                left = this.idle.awaitNanos(left);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } finally {
            this.lock.unlock();
        }
    }

    /** Lets no further one in; false when that was so before. */
    boolean close() {
        this.lock.lock();
        try {
            boolean wasOpen = !this.closed;
            this.closed = true;
            return wasOpen;
        } finally {
            this.lock.unlock();
        }
    }

    /** Whether {@link #close()} was called. */
    boolean isClosed() {
        return read(() -> this.closed);
    }

    /** Those that hold a permit now. */
    List<Permit> running() {
        return read(() -> List.copyOf(this.running));
    }

    /** Those that wait now, the longest waiting first. */
    List<Permit> waiting() {
        return read(() -> List.copyOf(this.waiting));
    }

    int runningCount() {
        return read(this.running::size);
    }

    int waitingCount() {
        return read(this.waiting::size);
    }

    /** Keeps the JVM running from now on while somebody has or awaits a permit. */
    void setKeeper(@Nullable KeepAliveThread keeper) {
        this.keeper = keeper;
    }

    private <T> T read(Supplier<T> value) {
        this.lock.lock();
        try {
            return value.get();
        } finally {
            this.lock.unlock();
        }
    }
}
