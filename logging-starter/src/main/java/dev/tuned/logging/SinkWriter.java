/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that takes events out of a ring and writes them.
 *
 * <p>Waking a thread costs more than writing a line. So callers wake it only when it has had nothing to do for a while, when
 * the ring is half full, or for an event that has to be flushed; otherwise it comes by itself every {@value #GATHER_MILLIS} ms.
 *
 * <p>While writing fails it takes nothing more out of the ring, and tries again every {@value #RETRY_MILLIS} ms.
 */
final class SinkWriter implements Runnable {

    static final int GATHER_MILLIS = 10;
    static final int RETRY_MILLIS = 250;

    private static final long UNPUBLISHED_NANOS = 20_000;
    private static final int RUNNING = 0;
    private static final int GATHERING = 1;
    private static final int IDLE = 2;

    private final EventRing ring;
    private final SinkOutput output;
    private final SinkCounters counters;
    private final SinkSettings settings;
    private final LossReporter reporter;
    private final LossReport losses;
    private final Thread thread;
    private final AtomicInteger state = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ArrayDeque<ILoggingEvent> nested = new ArrayDeque<>();
    private long next;
    private boolean urgent;
    private boolean inNested;
    private long batchSince;
    private volatile long flushTarget;
    private volatile boolean ending;
    private volatile boolean abandoned;
    private volatile @Nullable Failure failure;
    private volatile @Nullable Failure lastFailure;

    /** A failure to write. */
    record Failure(String message, Instant at) {}

    /** Makes the event that tells of a loss, and reports what the appender throws. */
    interface LossReporter {

        ILoggingEvent event(String message);

        void threw(Throwable ex);
    }

    SinkWriter(
            String name,
            EventRing ring,
            SinkOutput output,
            SinkCounters counters,
            SinkSettings settings,
            LossReporter reporter) {
        this.ring = ring;
        this.output = output;
        this.counters = counters;
        this.settings = settings;
        this.reporter = reporter;
        this.losses = new LossReport(counters);
        this.thread = new Thread(this, "tuned-logging-" + name);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Called by a producer after it has published an event. */
    void published(Level level) {
        int now = state.get();
        if (now != RUNNING && (now == IDLE || level.isGreaterOrEqual(settings.flushLevel()) || ring.isHalfFull())) {
            wake();
        }
    }

    void wake() {
        state.set(RUNNING);
        LockSupport.unpark(thread);
    }

    /**
     * Takes an event logged by the writer's own thread, from within an encoder. It is written after the one being encoded. What
     * is logged while that one is encoded is dropped: it could go on for ever.
     */
    void logged(ILoggingEvent event) {
        counters.outside.increment();
        if (inNested) {
            counters.drop(DropReason.ERROR, event.getLevel());
        } else {
            event.prepareForDeferredProcessing();
            nested.add(event);
        }
    }

    @Override
    public void run() {
        try {
            while (!isDone()) {
                step();
            }
        } finally {
            end.countDown();
        }
    }

    private boolean isDone() {
        return abandoned || (ending && next == ring.claimed() && output.batch().isEmpty() && !losses.isDue());
    }

    private void step() {
        try {
            int taken = failure == null ? take() : makeRoom();
            tellLosses();
            if (isFlushDue()) {
                flush();
            }
            pause(taken);
        } catch (Throwable ex) {
            // Out of memory most likely: this thread must go on, or every caller would wait for ever.
            reporter.threw(ex);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS));
        }
    }

    /** While writing fails, callers that already wait for room get it, at the cost of the oldest events. */
    private int makeRoom() {
        while (ring.claimed() - ring.released() > ring.capacity()) {
            ILoggingEvent event = ring.poll(next);
            if (event != null) {
                next++;
                counters.drop(DropReason.IO, event.getLevel());
            }
            ring.release(next);
        }
        return 0;
    }

    private int take() {
        int taken = 0;
        BatchBuffer batch = output.batch();
        while (!batch.isFull() && !abandoned) {
            ILoggingEvent event = ring.poll(next);
            if (event == null) {
                break;
            }
            next++;
            taken++;
            append(event);
            appendNested();
        }
        return taken;
    }

    private void append(ILoggingEvent event) {
        Level level = event.getLevel();
        BatchBuffer batch = output.batch();
        if (batch.events() == 0) {
            batchSince = System.nanoTime();
        }
        try {
            output.append(event);
            batch.endEvent(level);
            urgent |= level.isGreaterOrEqual(settings.flushLevel());
        } catch (Throwable ex) {
            // Also an Error: it costs this one event.
            counters.drop(DropReason.ERROR, level);
            reporter.threw(ex);
        }
    }

    private void appendNested() {
        if (nested.isEmpty()) {
            return;
        }
        inNested = true;
        try {
            for (ILoggingEvent event = nested.poll(); event != null; event = nested.poll()) {
                append(event);
            }
        } finally {
            inNested = false;
        }
    }

    private boolean isFlushDue() {
        if (output.batch().isEmpty()) {
            ring.release(next);
            return false;
        }
        return urgent
                || ending
                || failure != null
                || output.batch().isFull()
                || ring.isFull()
                || flushTarget > ring.released()
                || (settings.flushOnIdle() && !ring.isPublished(next))
                || System.nanoTime() - batchSince >= settings.flushInterval().toNanos();
    }

    private void flush() {
        BatchBuffer batch = output.batch();
        long begin = System.nanoTime();
        try {
            boolean written = output.flush();
            counters.flushed(System.nanoTime() - begin);
            finish(written ? batch.events() : 0, DropReason.IO);
            failure = null;
        } catch (IOException ex) {
            failed(ex);
        }
    }

    /** So many events of the batch were written, and the others never will be. */
    private void finish(int written, DropReason otherwise) {
        BatchBuffer batch = output.batch();
        counters.written.add(written);
        for (int i = written; i < batch.events(); i++) {
            counters.drop(otherwise, batch.level(i));
        }
        batch.clear();
        urgent = false;
        ring.release(next);
    }

    private void failed(IOException ex) {
        Failure failed = new Failure(String.valueOf(ex.getMessage()), Instant.now());
        failure = failed;
        lastFailure = failed;
        if (ending) {
            giveUp();
        }
    }

    /** There will be no other try: everything but the lines that were written whole is lost. */
    private void giveUp() {
        finish(output.batch().wholeEvents(), DropReason.IO);
        while (next < ring.claimed()) {
            ILoggingEvent event = ring.poll(next);
            if (event == null) {
                LockSupport.parkNanos(UNPUBLISHED_NANOS);
            } else {
                next++;
                counters.drop(DropReason.IO, event.getLevel());
                ring.release(next);
            }
        }
    }

    private void tellLosses() {
        losses.observe(ending);
        if (losses.isDue() && failure == null && !ring.isHalfFull()) {
            counters.outside.increment();
            append(reporter.event(losses.next()));
        }
    }

    private void pause(int taken) {
        if (failure != null) {
            park(RUNNING, TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS));
        } else if (next != ring.claimed()) {
            if (taken == 0) {
                LockSupport.parkNanos(UNPUBLISHED_NANOS);
            }
        } else if (taken > 0 || !output.batch().isEmpty()) {
            park(GATHERING, TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS));
        } else {
            park(IDLE, 0);
        }
    }

    /** The state is set first and then looked at whether there is something to do; callers do it the other way round. */
    private void park(int how, long nanos) {
        state.set(how);
        boolean nothingToDo = !ending && flushTarget <= ring.released() && (how != IDLE || next == ring.claimed());
        if (nothingToDo && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        } else if (nothingToDo) {
            LockSupport.park(this);
        }
        state.set(RUNNING);
    }

    /** Asks for everything claimed below a number to be flushed. */
    void requestFlush(long target) {
        if (flushTarget < target) {
            flushTarget = target;
        }
        wake();
    }

    /**
     * Ends the thread after everything has been written, or tried once more where writing fails.
     *
     * @return whether it has ended within the time
     */
    boolean end(long nanos) {
        ending = true;
        wake();
        boolean interrupted = false;
        long deadline = System.nanoTime() + nanos;
        try {
            while (true) {
                try {
                    return end.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException ex) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Where {@link #end} has failed: counts what is left as lost. The thread, should it ever come back, does nothing more; who
     * still waits for room leaves.
     */
    void abandon(long remaining) {
        abandoned = true;
        long counted = 0;
        for (long number = ring.released(); number < ring.claimed() && counted < remaining; number++) {
            ILoggingEvent event = ring.poll(number);
            if (event != null) {
                counters.drop(DropReason.STOPPED, event.getLevel());
                counted++;
            }
        }
        BatchBuffer stuck = output.batch();
        for (int i = 0; counted < remaining; i++, counted++) {
            counters.drop(DropReason.STOPPED, i < stuck.events() ? stuck.level(i) : Level.INFO);
        }
    }

    boolean isAbandoned() {
        return abandoned;
    }

    boolean hasEnded() {
        return end.getCount() == 0;
    }

    /** Where the thread has ended: the number up to which it has written. */
    long next() {
        return next;
    }

    boolean isFailing() {
        return failure != null;
    }

    @Nullable
    Failure lastFailure() {
        return lastFailure;
    }
}
