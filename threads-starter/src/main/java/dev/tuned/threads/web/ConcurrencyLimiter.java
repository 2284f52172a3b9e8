/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import dev.tuned.threads.ConcurrencyLimit;

/**
 * Lets in as many as a {@link ConcurrencyLimit} allows; others wait their turn or are rejected. Thread-safe.
 *
 * <p>Whoever comes in while nobody waits needs one compare-and-set and no memory. A permit that comes back while others
 * wait goes to the first of them who still has time, and no newcomer overtakes. There is no lock, so that nobody who holds
 * one can be parked. Each operation takes constant time, amortized: who gives up is taken out of the queue when he stands at
 * its head, which is soon, because all wait equally long.
 *
 * <p>Waiting ones are let in when a permit comes back, when another one arrives or gives up: a limit that is raised is
 * noticed then.
 */
public final class ConcurrencyLimiter {

    private final ConcurrencyLimit limit;

    private final long maxWaitNanos;

    private final AtomicInteger active = new AtomicInteger();

    private final Queue<Waiter> queue = new ConcurrentLinkedQueue<>();

    private final AtomicInteger waiting = new AtomicInteger();

    private final LongAdder rejected = new LongAdder();

    private volatile boolean closed;

    /**
     * Creates an open one.
     *
     * @param limit how many are let in; values below 1 count as 1
     * @param maxWait longest time that one waits, zero to reject at once
     */
    public ConcurrencyLimiter(ConcurrencyLimit limit, Duration maxWait) {
        this.limit = limit;
        this.maxWaitNanos = maxWait.toNanos();
    }

    /**
     * Asks to be let in, and waits for it if need be. An interrupt ends the wait and stays set.
     *
     * @param arrivalNanos {@link System#nanoTime()} of the arrival, from which on the longest wait counts
     * @return whether the caller is in, who then calls {@link #leave} exactly once
     */
    public boolean enter(long arrivalNanos) {
        boolean in = (this.queue.isEmpty() && take()) || (mayWait() && await(arrivalNanos));
        if (!in) {
            this.rejected.increment();
        }
        return in;
    }

    /**
     * Gives a permit back and tells the limit.
     *
     * @param startNanos {@link System#nanoTime()} when it was let in
     */
    public void leave(long startNanos) {
        try {
            long duration = Math.max(1, System.nanoTime() - startNanos);
            this.limit.onCompleted(startNanos, duration, Math.max(1, this.active.get()), this.waiting.get());
        } finally {
            this.active.decrementAndGet();
            admitWaiting();
        }
    }

    /** Whether one who came now would be rejected or would have to wait. */
    boolean isFull() {
        return this.active.get() >= limit() || !this.queue.isEmpty();
    }

    /** Sends those away who wait, and lets nobody wait any more, until {@link #open}. */
    public void close() {
        this.closed = true;
        this.queue.forEach(waiter -> LockSupport.unpark(waiter.thread));
    }

    /** Lets others wait again. */
    public void open() {
        this.closed = false;
    }

    /** How many are in. */
    public int active() {
        return this.active.get();
    }

    /** How many wait. */
    public int waiting() {
        return this.waiting.get();
    }

    /** How many were rejected so far. */
    public long rejected() {
        return this.rejected.sum();
    }

    /** How many may be in. */
    public int limit() {
        return Math.max(1, this.limit.current());
    }

    /** Longest time that one waits. */
    public Duration maxWait() {
        return Duration.ofNanos(this.maxWaitNanos);
    }

    private boolean take() {
        int limit = limit();
        int taken = this.active.get();
        while (taken < limit) {
            if (this.active.compareAndSet(taken, taken + 1)) {
                return true;
            }
            taken = this.active.get();
        }
        return false;
    }

    private boolean mayWait() {
        return this.maxWaitNanos > 0 && this.waiting.get() < this.limit.mostWaiting();
    }

    private boolean await(long arrivalNanos) {
        Waiter waiter = new Waiter(Thread.currentThread(), arrivalNanos + this.maxWaitNanos);
        this.queue.add(waiter);
        this.waiting.incrementAndGet();
        try {
            admitWaiting();
            long left = waiter.deadline - System.nanoTime();
            while (waiter.isWaiting()
                    && left > 0
                    && !this.closed
                    && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(this, left);
                left = waiter.deadline - System.nanoTime();
            }
            return !waiter.giveUp() || letInAnyway();
        } finally {
            this.waiting.decrementAndGet();
            dropGone();
        }
    }

    private boolean letInAnyway() {
        boolean in = !this.closed && !this.limit.isRejecting();
        if (in) {
            this.active.incrementAndGet();
        }
        return in;
    }

    /**
     * Gives free permits to those who wait longest and still have time. Who gives a permit back that it took for nobody looks
     * again: meanwhile another one may have come, found no permit and gone to sleep.
     */
    private void admitWaiting() {
        while (!this.queue.isEmpty() && take()) {
            Waiter first = this.queue.poll();
            if (first != null && first.deadline - System.nanoTime() > 0 && first.admit()) {
                LockSupport.unpark(first.thread);
            } else {
                this.active.decrementAndGet();
            }
        }
    }

    private void dropGone() {
        Waiter first = this.queue.peek();
        while (first != null && first.isGone()) {
            this.queue.remove(first);
            first = this.queue.peek();
        }
    }

    /** One who waits, has gone or is let in. */
    private static final class Waiter extends AtomicInteger {

        private static final long serialVersionUID = 1L;

        private static final int WAITING = 0;

        private static final int GONE = 1;

        private static final int IN = 2;

        final transient Thread thread;

        final long deadline;

        Waiter(Thread thread, long deadline) {
            this.thread = thread;
            this.deadline = deadline;
        }

        boolean isWaiting() {
            return get() == WAITING;
        }

        boolean isGone() {
            return get() == GONE;
        }

        boolean admit() {
            return compareAndSet(WAITING, IN);
        }

        boolean giveUp() {
            return compareAndSet(WAITING, GONE);
        }
    }
}
