/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * Takes events out of a ring, gives them to the output, and has them settled once they are written or lost. While writing fails it takes
 * nothing more out of the ring. All of it is done by its thread, but for what callers ask for or want to know.
 *
 * <p>After {@link #drain} it ends as soon as there is nothing to do, and the queue with it; that may take as long as what it is stuck in.
 */
final class QueueWriter extends WriterThread {

    /** Events taken at once, so that a slow appender delays neither the flush interval nor waiting callers for long. */
    private static final int MAX_TAKEN = 512;

    /**
     * Bytes of lines that the queue holds while callers wait, and the fewest events. More would not speed up the writer, and each
     * young collection copies them. Fewer would wake callers too often.
     */
    private static final long WAITING_BYTES = 1 << 20;

    private static final long MIN_WAITING = 512;
    private static final long LAST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final EventRing ring;
    private final WaiterQueue waiters;
    private final QueueOutput output;
    private final BatchBuffer batch;
    private final EventCounts counts;
    private final LoggingSettings settings;

    private final AtomicLong flushTarget = new AtomicLong();
    private volatile boolean draining;
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    private volatile boolean failing;
    private volatile Failure lastFailure = new Failure(null, null, 0);

    /** Events that the writing itself has logged. */
    private final ArrayDeque<ILoggingEvent> own = new ArrayDeque<>();
    /** Whether nothing but such events is being encoded or flushed at the moment. */
    private boolean writesOwn;
    /** Whether the batch has others. */
    private boolean hasOthers;

    private boolean urgent;
    private long batchSince;

    /**
     * The last failure to write, if there was one.
     *
     * @param number of failures so far, which is several in a row until things are well again
     */
    record Failure(@Nullable String message, @Nullable Instant at, long number) {}

    QueueWriter(
            String name,
            EventRing ring,
            WaiterQueue waiters,
            QueueOutput output,
            EventCounts counts,
            LoggingSettings settings,
            FailureReporter reporter) {
        super(name, reporter);
        this.ring = ring;
        this.waiters = waiters;
        this.output = output;
        this.batch = output.batch();
        this.counts = counts;
        this.settings = settings;
    }

    /** Called by a caller that has published an event. */
    void published(long number, Level level) {
        if (level.isGreaterOrEqual(settings.flushLevel)) {
            requestFlush(number + 1);
            return;
        }
        State now = state();
        if (now != State.RUNNING && (now != State.GATHERING || ring.isHalfFull())) {
            wake();
        }
    }

    /** Asks for everything claimed below a number to be written without waiting for more. */
    void requestFlush(long target) {
        flushTarget.accumulateAndGet(target, Math::max);
        wake();
    }

    private boolean isFlushRequested() {
        return flushTarget.get() > ring.released();
    }

    @Override
    boolean isWanted(State next) {
        return draining || isFlushRequested() || (next == State.IDLE && !hasTakenAll());
    }

    @Override
    State step() {
        boolean last = draining;
        if (failing && !last) {
            flush();
            return failing ? State.RETRYING : State.RUNNING;
        }
        int taken = take();
        reportDrops(last);
        if (batch.isEmpty()) {
            countBatch(0);
        } else if (last || isFlushRequested() || isFlushDue()) {
            flush();
            if (failing && last) {
                tryOnceMore();
            }
        }
        if (last && batch.isEmpty() && hasTakenAll() && ring.close()) {
            close();
            return State.ENDED;
        }
        return next(taken);
    }

    private State next(int taken) {
        if (!hasTakenAll()) {
            // If not even one was taken the first of those who wait has left, or has an event for which there is no
            // room.
            return taken > 0 ? State.RUNNING : State.PAUSING;
        }
        return taken > 0 || !batch.isEmpty() ? State.GATHERING : State.IDLE;
    }

    private boolean hasTakenAll() {
        return ring.taken() == ring.claimed() && waiters.isEmpty() && own.isEmpty();
    }

    /** Takes what has been published, at most for one batch. Returns how many events. */
    private int take() {
        appendOwn();
        waiters.admit(ring);
        int taken = 0;
        while (taken < MAX_TAKEN && !batch.isFull()) {
            ILoggingEvent event = ring.take();
            if (event == null) {
                break;
            }
            taken++;
            // Only if it changes: other threads read what lies beside it.
            if (!hasOthers) {
                hasOthers = true;
            }
            append(event);
            appendOwn();
        }
        return taken;
    }

    private void append(ILoggingEvent event) {
        Level level = event.getLevel();
        if (batch.events() == 0) {
            batchSince = System.nanoTime();
        }
        try {
            batch.beginEvent();
            if (output.append(event)) {
                batch.endEvent(level);
                if (level.isGreaterOrEqual(settings.flushLevel)) {
                    urgent = true;
                }
            } else {
                counts.lost(DropReason.ERROR, level);
            }
        } catch (Throwable ex) {
            // Also an Error: it costs this one event.
            counts.lost(DropReason.ERROR, level);
            reporter.failed(ex);
        }
    }

    /**
     * Takes an event logged by the thread that writes, from within an encoder or a flush. It is written after that. What is logged
     * while it is encoded or flushed itself is dropped: it could go on for ever.
     */
    void logged(ILoggingEvent event) {
        if (writesOwn) {
            counts.refused(DropReason.ERROR, event.getLevel());
        } else {
            event.prepareForDeferredProcessing();
            own.add(event);
            counts.countExtra();
        }
    }

    private void appendOwn() {
        if (own.isEmpty()) {
            return;
        }
        writesOwn = true;
        try {
            for (ILoggingEvent event = own.poll(); event != null; event = own.poll()) {
                append(event);
            }
        } finally {
            writesOwn = false;
        }
    }

    /** Adds the line that reports drops, if there are some and, unless it is the last time, things are well again. */
    private void reportDrops(boolean last) {
        String line =
                failing || (!last && ring.isHalfFull()) ? null : counts.drops().report(last);
        if (line != null) {
            reporter.log(line);
            appendOwn();
        }
    }

    /** Whether to write now what could also wait for more. */
    private boolean isFlushDue() {
        return urgent
                || batch.isFull()
                || ring.isFull()
                || (settings.flushOnIdle && ring.taken() == ring.claimed())
                || System.nanoTime() - batchSince >= settings.flushInterval.toNanos();
    }

    /** Hands the batch to the operating system, or tries to. */
    private void flush() {
        long begin = System.nanoTime();
        writesOwn = !hasOthers;
        try {
            output.flush();
            counts.flushed(System.nanoTime() - begin);
            boundWaiting();
            countBatch(batch.events());
            failing = false;
        } catch (Throwable ex) {
            // Also out of memory, for the copy a channel makes.
            failed(ex);
        } finally {
            writesOwn = false;
        }
    }

    /** A queue that holds more comes down while callers still have half the room that a batch leaves, so that none waits for all of it. */
    private void boundWaiting() {
        if (settings.overflow != OverflowPolicy.DROP_BELOW && !waiters.isEmpty() && batch.end() > 0) {
            long enough = Math.max(MIN_WAITING, WAITING_BYTES * batch.events() / batch.end());
            ring.bound(Math.max(enough, ring.size() - (batch.events() + 1) / 2));
        }
    }

    private void failed(Throwable ex) {
        String message = ex.getMessage() == null ? ex.toString() : ex.getMessage();
        lastFailure = new Failure(message, Instant.now(), lastFailure.number + 1);
        failing = true;
        if (!output.isResumable()) {
            countBatch(0);
        }
        if (settings.overflow != OverflowPolicy.BLOCK_FOREVER) {
            ring.bound(ring.capacity());
            waiters.admitAll(ring);
            refuseWaiting();
        }
    }

    /** While writing fails callers do not wait: it may be for ever. */
    private void refuseWaiting() {
        waiters.refuse(event -> counts.refused(DropReason.IO, event.getLevel()));
    }

    private void countBatch(int whole) {
        counts.countBatch(batch, whole, own.size());
        hasOthers = false;
        urgent = false;
        waiters.admit(ring);
        if (ring.isEmpty()) {
            ring.bound(ring.capacity());
        }
    }

    /** Of the last batch: everything but the lines that were written whole is lost if that fails again. */
    private void tryOnceMore() {
        LockSupport.parkNanos(this, LAST_RETRY_NANOS);
        flush();
        if (failing) {
            countBatch(batch.wholeEvents());
            for (ILoggingEvent event = ring.take(); event != null; event = ring.take()) {
                counts.lost(DropReason.IO, event.getLevel());
                ring.release();
            }
            refuseWaiting();
        }
    }

    /** From now on the thread ends, and closes the queue, when there is nothing to do. */
    void drain() {
        draining = true;
        wake();
    }

    boolean isDraining() {
        return draining;
    }

    private void close() {
        try {
            output.close();
        } finally {
            closed.complete(null);
        }
    }

    /** Whether callers write their events themselves. */
    @Override
    boolean isClosed() {
        return closed.isDone();
    }

    /** Has something done once {@link #isClosed}, which may be now. */
    void whenClosed(Runnable task) {
        var unused = closed.thenRun(task).exceptionally(ex -> {
            reporter.failed(ex);
            return null;
        });
    }

    /** Changes whenever the writer gets on; for any thread. */
    long progress() {
        return ring.taken() + batch.writes();
    }

    boolean isFailing() {
        return failing;
    }

    Failure lastFailure() {
        return lastFailure;
    }

    long shortWrites() {
        return batch.shortWrites();
    }
}
