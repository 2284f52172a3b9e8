/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets in as many as a {@link ConcurrencyLimit} allows; others wait their turn or are turned away. Thread-safe.
 *
 * <p>Whoever comes in while nobody waits needs one compare-and-set and no memory. A permit that comes back while others
 * wait goes to the first of them, and no newcomer overtakes. There is no lock, so that nobody who holds one can be parked.
 *
 * <p>Waiting ones are let in when a permit comes back, when another one arrives or gives up: a limit that is raised is
 * noticed then.
 */
public final class ConcurrencyGate {

    /** Returned to one who is not let in. */
    public static final int REJECTED = 0;

    private final ConcurrencyLimit limit;

    private final long maxWaitNanos;

    private final AtomicInteger active = new AtomicInteger();

    private final Queue<Waiter> queue = new ConcurrentLinkedQueue<>();

    private final AtomicInteger waiting = new AtomicInteger();

    private final LongAdder rejected = new LongAdder();

    private volatile boolean closed;

    /**
     * Creates an open gate.
     *
     * @param limit how many are let in; values below 1 count as 1
     * @param maxWait longest time that one waits, zero to turn away at once
     */
    public ConcurrencyGate(ConcurrencyLimit limit, Duration maxWait) {
        this.limit = limit;
        this.maxWaitNanos = maxWait.toNanos();
    }

    /**
     * Asks to be let in, and waits for it if need be. An interrupt ends the wait and stays set.
     *
     * @return how many are in, the caller included, who then calls {@link #leave} exactly once; or {@link #REJECTED}
     */
    public int enter() {
        int inFlight = this.queue.isEmpty() ? take() : REJECTED;
        if (inFlight == REJECTED && this.maxWaitNanos > 0) {
            inFlight = await();
        }
        if (inFlight == REJECTED) {
            this.rejected.increment();
        }
        return inFlight;
    }

    /**
     * Gives a permit back and tells the limit.
     *
     * @param startNanos {@link System#nanoTime()} when it was let in
     * @param inFlight what {@link #enter} returned
     * @param dropped whether it failed in a way that tells of overload
     */
    public void leave(long startNanos, int inFlight, boolean dropped) {
        try {
            this.limit.onCompleted(startNanos, Math.max(1, System.nanoTime() - startNanos), inFlight, dropped);
        } finally {
            this.active.decrementAndGet();
            admitWaiting();
        }
    }

    /** Whether one who came now would be turned away or would have to wait. */
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

    /** How many were turned away so far. */
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

    private int take() {
        int limit = limit();
        int taken = this.active.get();
        while (taken < limit) {
            if (this.active.compareAndSet(taken, taken + 1)) {
                return taken + 1;
            }
            taken = this.active.get();
        }
        return REJECTED;
    }

    private int await() {
        Waiter waiter = new Waiter(Thread.currentThread());
        long deadline = System.nanoTime() + this.maxWaitNanos;
        this.queue.add(waiter);
        this.waiting.incrementAndGet();
        try {
            admitWaiting();
            long left = this.maxWaitNanos;
            while (waiter.get() == Waiter.WAITING
                    && left > 0
                    && !this.closed
                    && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(this, left);
                left = deadline - System.nanoTime();
            }
            return waiter.compareAndSet(Waiter.WAITING, Waiter.GONE) ? REJECTED : waiter.get();
        } finally {
            this.queue.remove(waiter);
            this.waiting.decrementAndGet();
        }
    }

    /**
     * Gives free permits to those who wait longest. Who gives a permit back that it took for nobody looks again: meanwhile
     * another one may have come, found no permit and gone to sleep.
     */
    private void admitWaiting() {
        while (!this.queue.isEmpty()) {
            int inFlight = take();
            if (inFlight == REJECTED) {
                return;
            }
            Waiter first = this.queue.poll();
            if (first != null && first.compareAndSet(Waiter.WAITING, inFlight)) {
                LockSupport.unpark(first.thread);
            } else {
                this.active.decrementAndGet();
            }
        }
    }

    /** Holds what is known of one who waits: still waiting, gone, or let in as the n-th. */
    private static final class Waiter extends AtomicInteger {

        private static final long serialVersionUID = 1L;

        static final int WAITING = 0;

        static final int GONE = -1;

        final transient Thread thread;

        Waiter(Thread thread) {
            this.thread = thread;
        }
    }
}
