/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** A caller waiting for room for its event. */
public final class Waiter extends QueuedEvent {

    private static final int WAITING = 0;
    private static final int ADMITTING = 1;
    private static final int DONE = 2;
    private static final int LEFT = 3;

    /** In case something has gone wrong: nobody waits for longer without looking. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Thread thread = Thread.currentThread();
    private final AtomicInteger state = new AtomicInteger();
    /** The number its event was published under, or {@link EventRing#FULL}; valid when done. */
    private long number = EventRing.FULL;

    Waiter(ILoggingEvent event, int weight) {
        super(event, weight);
    }

    boolean isImportant() {
        return event.getLevel().isGreaterOrEqual(Level.WARN);
    }

    /**
     * Waits until {@link #finish}. An interrupt does not end the wait, the event would be lost, but is kept.
     *
     * @param hopeless asked before each wait; true if there is nothing to wait for
     * @return whether it has been let go; if not it has left the queue
     */
    boolean await(BooleanSupplier hopeless) {
        boolean interrupted = false;
        try {
            while (state.get() != DONE) {
                if (hopeless.getAsBoolean() && state.compareAndSet(WAITING, LEFT)) {
                    break;
                }
                // An interrupted thread would not be parked.
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return state.get() == DONE;
    }

    /** Keeps the caller from leaving, until {@link #finish} or {@link #putBack}. */
    boolean take() {
        return state.compareAndSet(WAITING, ADMITTING);
    }

    /** Whether it was taken and not finished since: the writer, who alone does that, was thrown out in between. */
    boolean isInDoubt() {
        return state.get() == ADMITTING;
    }

    void putBack() {
        state.set(WAITING);
    }

    @Override
    void taken(long takenAs) {
        finish(takenAs);
    }

    /** Lets the caller go, once it is {@linkplain #wake woken}. */
    void finish(long publishedAs) {
        number = publishedAs;
        state.set(DONE);
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    long number() {
        return number;
    }
}
