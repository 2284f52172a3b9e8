/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** A caller waiting for room for its event. */
public final class Waiter extends AtomicInteger {

    private static final long serialVersionUID = 1L;

    private static final int WAITING = 0;
    private static final int ADMITTING = 1;
    private static final int DONE = 2;
    private static final int LEFT = 3;

    /** In case something has gone wrong: nobody waits for longer without looking. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final transient ILoggingEvent event;
    private final transient Thread thread = Thread.currentThread();
    /** The number its event was published under, or {@link EventRing#FULL}; valid when done. */
    private long number = EventRing.FULL;

    private final int weight;

    Waiter(ILoggingEvent event, int weight) {
        this.event = event;
        this.weight = weight;
    }

    boolean isImportant() {
        return event.getLevel().isGreaterOrEqual(Level.WARN);
    }

    int weight() {
        return weight;
    }

    ILoggingEvent event() {
        return event;
    }

    /**
     * Waits until {@link #finish}. An interrupt does not end the wait, the event would be lost, but is kept.
     *
     * @param hopeless asked before each wait; true if there is nothing to wait for
     * @return whether it has been let go; if not it has left the line
     */
    boolean await(BooleanSupplier hopeless) {
        boolean interrupted = false;
        while (get() != DONE) {
            if (hopeless.getAsBoolean() && compareAndSet(WAITING, LEFT)) {
                break;
            }
            // An interrupted thread would not be parked.
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return get() == DONE;
    }

    /** Keeps the caller from leaving, until {@link #finish} or {@link #putBack}. */
    boolean take() {
        return compareAndSet(WAITING, ADMITTING);
    }

    void putBack() {
        set(WAITING);
    }

    /** Lets the caller go, once it is {@linkplain #wake woken}. */
    void finish(long publishedAs) {
        number = publishedAs;
        set(DONE);
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    /** Whether it is neither waiting nor about to be let in. */
    boolean hasLeft() {
        return get() >= DONE;
    }

    long number() {
        return number;
    }
}
