/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNull;

/**
 * The one thread that does what a queue has to do, step by step: when it runs, when it sleeps, and when it is woken.
 *
 * <p>Waking a thread costs more than writing a line. So callers wake it only when it has had nothing to do for a while, when much is
 * queued, or when they wait; otherwise it comes by itself every {@value #GATHER_MILLIS} ms. Both sides first tell, then look: it sets its
 * state before it looks at what is queued, callers queue before they look at its state. So one of them sees the other.
 */
abstract class WriterThread implements Runnable {

    static final int GATHER_MILLIS = 10;

    /** What the thread does. */
    enum State {
        RUNNING(0),
        /** No caller can wake it. */
        RETRYING(TimeUnit.MILLISECONDS.toNanos(250)),
        GATHERING(TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS)),
        /** Not for ever, in case who has put a line in was thrown out before it came to wake this, and because it looks for a new stream. */
        IDLE(TimeUnit.SECONDS.toNanos(1)),
        ENDED(0);

        private final long nanos;

        State(long nanos) {
            this.nanos = nanos;
        }

        private boolean canBeWoken() {
            return this == GATHERING || this == IDLE;
        }
    }

    private final String name;
    final FailureReporter reporter;
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final AtomicReference<State> state = new AtomicReference<>(State.ENDED);
    private volatile @Nullable Thread thread;

    WriterThread(String name, FailureReporter reporter) {
        this.name = name;
        this.reporter = reporter;
    }

    /** Does what there is to do at the moment, and returns what comes next. */
    abstract State step();

    /** Whether there is something to do, asked when callers can see that the thread is about to sleep. */
    abstract boolean isWanted(State next);

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    boolean isWaitingFor(ReentrantLock lock) {
        Thread running = thread;
        return running != null && lock.hasQueuedThread(running);
    }

    boolean isAlive() {
        Thread running = thread;
        return running != null && running.isAlive();
    }

    /** What the thread does at the moment, or will in no time. */
    State state() {
        return requireNonNull(state.get());
    }

    void wake() {
        State now;
        do {
            now = state();
            if (now == State.ENDED) {
                launch();
            }
            if (!now.canBeWoken()) {
                return;
            }
        } while (!state.compareAndSet(now, State.RUNNING));
        LockSupport.unpark(thread);
    }

    /** Starts the thread if there is none, also in the place of one that did not survive. */
    private synchronized void launch() {
        Thread running = thread;
        if (isClosed() || (running != null && running.isAlive())) {
            return;
        }
        try {
            Thread next = new Uninterruptible(this, "tuned-logging-" + name, loader);
            thread = next;
            next.start();
        } catch (Throwable ex) {
            // No memory for a thread: the next caller tries again.
            reporter.failed(ex);
        }
    }

    /** Whether there is nothing to do any more, and never will be. */
    abstract boolean isClosed();

    @Override
    public final void run() {
        state.set(State.RUNNING);
        try {
            while (!isAtEnd()) {
                LockSupport.parkNanos(State.GATHERING.nanos);
            }
        } finally {
            state.set(State.ENDED);
        }
    }

    /** Works until the queue is closed, or something is thrown. */
    private boolean isAtEnd() {
        try {
            while (!isClosed()) {
                // No code can interrupt this thread, but the JVM does where it is stopped, and each channel would be
                // closed
                // then.
                Thread.interrupted();
                sleep(step());
            }
        } catch (Throwable ex) {
            // Out of memory most likely. This thread must go on, or every caller would wait for ever.
            reporter.failed(ex);
        }
        return isClosed();
    }

    private void sleep(State how) {
        if (how.nanos == 0) {
            return;
        }
        state.set(how);
        if (!how.canBeWoken() || !isWanted(how)) {
            LockSupport.parkNanos(this, how.nanos);
        }
        state.set(State.RUNNING);
    }

    /** An interrupt would close the channel it writes to, and of a console the standard stream. No code has reason to. */
    private static final class Uninterruptible extends Thread {

        /** What it runs is the same, whichever thread starts it. */
        Uninterruptible(Runnable target, String name, @Nullable ClassLoader loader) {
            super(null, target, name, 0, false);
            setDaemon(true);
            setContextClassLoader(loader);
        }

        @Override
        public void interrupt() {}
    }
}
