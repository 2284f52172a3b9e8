/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import ch.qos.logback.classic.spi.ILoggingEvent;

/** A caller waiting for room for its event. */
public final class Waiter extends QueuedEvent {

    private enum State {
        WAITING,
        ADMITTING,
        DONE,
        LEFT
    }

    /** In case something has gone wrong: no caller waits for longer without looking. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Thread thread = Thread.currentThread();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    Waiter(ILoggingEvent event, int weight) {
        super(event, weight);
    }

    /**
     * Waits until {@link #finish}. An interrupt does not end the wait, the event would be lost, but is kept.
     *
     * @param hopeless asked before each wait; true if there is nothing to wait for
     * @return whether it has been let go; if not it has left the queue
     */
    boolean await(BooleanSupplier hopeless) {
        Uninterruptibly.await(
                () -> state.get() == State.DONE
                        || (hopeless.getAsBoolean() && state.compareAndSet(State.WAITING, State.LEFT)),
                Uninterruptibly.FOR_EVER_NANOS,
                LOOK_NANOS,
                LOOK_NANOS,
                this);
        return state.get() == State.DONE;
    }

    /** Keeps the caller from leaving, until {@link #finish} or {@link #putBack}. */
    boolean take() {
        return state.compareAndSet(State.WAITING, State.ADMITTING);
    }

    /** Whether it was taken and not finished since: the writer, who alone does that, was thrown out in between. */
    boolean isInDoubt() {
        return state.get() == State.ADMITTING;
    }

    void putBack() {
        state.set(State.WAITING);
    }

    @Override
    void taken() {
        finish();
    }

    /** Lets the caller go, once it is {@linkplain #wake woken}, with the number of its event or {@link EventRing#DROPPED}. */
    void finish() {
        state.set(State.DONE);
    }

    void wake() {
        LockSupport.unpark(thread);
    }
}
