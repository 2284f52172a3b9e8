/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that runs a {@link QueueWriter}: when it runs, when it sleeps, and when it is woken.
 *
 * <p>Waking a thread costs more than writing a line. So callers wake it only when it has had nothing to do for a while, when
 * the ring is half full, or for an event that has to be flushed; otherwise it comes by itself every {@value #GATHER_MILLIS} ms.
 * Both sides first tell, then look: it sets its state before it looks at what has been claimed, callers claim before they look at
 * its state. So one of them sees the other.
 *
 * <p>After {@link #end} it ends as soon as there is nothing to do, and the queue with it; that may take as long as what it is
 * stuck in.
 */
final class WriterThread implements Runnable {

    static final int GATHER_MILLIS = 10;
    static final int RETRY_MILLIS = 250;

    private static final long LAST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long AGAIN_NANOS = 20_000;
    /** In case who has put an event in was thrown out before it came to wake this. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int RUNNING = 0;
    private static final int GATHERING = 1;
    private static final int IDLE = 2;
    private static final int ENDED = 3;

    private final String name;
    private final EventRing ring;
    private final QueueWriter writer;
    private final QueueOutput output;
    private final int flushLevel;
    private final FailureReporter reporter;
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final AtomicInteger state = new AtomicInteger(ENDED);
    private final AtomicLong flushTarget = new AtomicLong();
    private volatile @Nullable Thread thread;
    private volatile boolean ending;
    private volatile boolean closed;
    private final AtomicReference<@Nullable Runnable> afterwards = new AtomicReference<>();

    WriterThread(
            String name,
            EventRing ring,
            QueueWriter writer,
            QueueOutput output,
            Level flushLevel,
            FailureReporter reporter) {
        this.name = name;
        this.ring = ring;
        this.writer = writer;
        this.output = output;
        this.flushLevel = flushLevel.toInt();
        this.reporter = reporter;
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Called by a caller that has published an event. */
    void published(long number, Level level) {
        if (level.toInt() >= flushLevel) {
            requestFlush(number + 1);
            return;
        }
        int now = state.get();
        if (now != RUNNING && (now != GATHERING || ring.isHalfFull())) {
            wake();
        }
    }

    /** Asks for everything claimed below a number to be written without waiting for more. */
    void requestFlush(long target) {
        flushTarget.accumulateAndGet(target, Math::max);
        wake();
    }

    void wake() {
        int now;
        do {
            now = state.get();
            if (now == RUNNING) {
                return;
            }
            if (now == ENDED) {
                launch();
                return;
            }
        } while (!state.compareAndSet(now, RUNNING));
        LockSupport.unpark(thread);
    }

    /** Starts the thread if there is none, also in the place of one that did not survive. */
    private synchronized void launch() {
        Thread running = thread;
        if (closed || (running != null && running.isAlive())) {
            return;
        }
        try {
            Thread next = new Uninterruptible(this, name, loader);
            thread = next;
            next.start();
        } catch (Throwable ex) {
            // No memory for a thread: the next caller tries again.
            reporter.threw(ex);
        }
    }

    @Override
    public void run() {
        state.set(RUNNING);
        try {
            while (!isAtEnd()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS));
            }
        } finally {
            state.set(ENDED);
        }
    }

    /** Works until the queue is closed, or something is thrown. */
    private boolean isAtEnd() {
        try {
            while (!closed) {
                step();
            }
        } catch (Throwable ex) {
            // Out of memory most likely. This thread must go on, or every caller would wait for ever.
            reporter.threw(ex);
        }
        return closed;
    }

    private void step() {
        // Nobody can interrupt this thread, but the JVM does where it is stopped, and each channel would be closed
        // then.
        Thread.interrupted();
        if (writer.isFailing() && !ending) {
            writer.flush();
            if (writer.isFailing()) {
                LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS));
            }
            return;
        }
        boolean last = ending;
        int taken = writer.take();
        writer.reportDrops(last);
        if (!writer.hasBatch()) {
            writer.release();
        } else if (last || flushTarget.get() > ring.released() || writer.isFlushDue()) {
            writer.flush();
            if (writer.isFailing() && last) {
                tryOnceMore();
            }
        }
        if (last && writer.close()) {
            close();
        } else {
            pause(taken);
        }
    }

    private void close() {
        try {
            output.close();
        } finally {
            closed = true;
            runAfterwards();
        }
    }

    private void runAfterwards() {
        Runnable next = afterwards.getAndSet(null);
        if (next != null) {
            next.run();
        }
    }

    private void tryOnceMore() {
        LockSupport.parkNanos(this, LAST_RETRY_NANOS);
        writer.flush();
        if (writer.isFailing()) {
            writer.giveUp();
        }
    }

    private void pause(int taken) {
        if (!writer.hasTakenAll()) {
            if (taken == 0) {
                // The first of those who wait has left, or has an event for which there is no room.
                LockSupport.parkNanos(AGAIN_NANOS);
            }
        } else if (taken > 0 || writer.hasBatch()) {
            park(GATHERING, TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS));
        } else {
            park(IDLE, IDLE_NANOS);
        }
    }

    private void park(int how, long nanos) {
        state.set(how);
        boolean wanted = ending || flushTarget.get() > ring.released() || (how == IDLE && !writer.hasTakenAll());
        if (!wanted) {
            LockSupport.parkNanos(this, nanos);
        }
        state.set(RUNNING);
    }

    /** From now on the thread ends, and closes the queue, when there is nothing to do. */
    void end() {
        ending = true;
        wake();
    }

    /** Whether callers write their events themselves. */
    boolean isClosed() {
        return closed;
    }

    /** Has something done once {@link #isClosed}, which may be now. */
    void afterwards(Runnable task) {
        afterwards.set(task);
        if (closed) {
            runAfterwards();
        }
    }

    /** An interrupt would close the channel it writes to, and of a console the standard stream. Nobody has reason to. */
    private static final class Uninterruptible extends Thread {

        /** Whoever happens to start it, it is the same to what it runs. */
        Uninterruptible(Runnable target, String name, @Nullable ClassLoader loader) {
            super(null, target, "tuned-logging-" + name, 0, false);
            setDaemon(true);
            setContextClassLoader(loader);
        }

        @Override
        public void interrupt() {}
    }
}
