/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * Takes events out of a ring, gives them to the output, and settles what became of them before it releases their numbers. While
 * writing fails it takes nothing more out of the ring. For one thread at a time; what tells of failures for any.
 */
final class QueueWriter {

    /** So that the interval is looked at, and room given to waiting callers, however slow the appender is. */
    private static final int MAX_TAKEN = 512;

    /**
     * Bytes of lines that wait while callers do, and the fewest events. More would not make the writer quicker, and what waits is
     * copied by each collection of the garbage that encoders make. Fewer would have callers woken for too little.
     */
    private static final long WAITING_BYTES = 1 << 20;

    private static final long MIN_WAITING = 512;

    private static final int PADDING = 16;
    private static final int NEXT = PADDING;
    private static final int PROGRESS = PADDING + 1;

    private final EventRing ring;
    private final WaiterQueue waiters;
    private final QueueOutput output;
    private final BatchBuffer batch;
    private final QueueCounters counters;
    private final AppenderSettings settings;
    private final FailureReporter reporter;
    private final DropReport losses;
    private final ArrayDeque<ILoggingEvent> nested = new ArrayDeque<>();
    private boolean inNested;
    private boolean flushing;
    /** Whether nothing but what the writing itself has logged is in the batch. */
    private boolean onlyNested = true;

    /** What changes with each event, far from what callers read: they would wait for each other's cache lines. */
    private final AtomicLongArray position = new AtomicLongArray(2 * PADDING);

    private boolean urgent;
    private long batchSince;
    private volatile @Nullable Failure failure;
    private volatile @Nullable Failure lastFailure;
    private final AtomicLong failures = new AtomicLong();

    /** A failure to write. */
    record Failure(String message, Instant at) {}

    QueueWriter(
            EventRing ring,
            WaiterQueue waiters,
            QueueOutput output,
            QueueCounters counters,
            AppenderSettings settings,
            FailureReporter reporter) {
        this.ring = ring;
        this.waiters = waiters;
        this.output = output;
        this.batch = output.batch();
        this.counters = counters;
        this.settings = settings;
        this.reporter = reporter;
        this.losses = new DropReport(counters);
    }

    /**
     * Takes what has been published, at most for one batch.
     *
     * @return how many events
     */
    int take() {
        appendNested();
        waiters.admit(ring);
        int taken = 0;
        while (taken < MAX_TAKEN && !batch.isFull()) {
            ILoggingEvent event = takeNext();
            if (event == null) {
                break;
            }
            taken++;
            newInBatch();
            append(event);
            appendNested();
        }
        return taken;
    }

    private @Nullable ILoggingEvent takeNext() {
        ILoggingEvent event = ring.take(next());
        if (event != null) {
            position.setPlain(NEXT, next() + 1);
        }
        return event;
    }

    private void append(ILoggingEvent event) {
        Level level = event.getLevel();
        if (batch.events() == 0) {
            batchSince = System.nanoTime();
        }
        position.lazySet(PROGRESS, position.getPlain(PROGRESS) + 1);
        try {
            batch.beginEvent();
            if (output.append(event)) {
                batch.endEvent(level);
                if (level.isGreaterOrEqual(settings.flushLevel())) {
                    urgent = true;
                }
            } else {
                lost(level);
            }
        } catch (Throwable ex) {
            // Also an Error: it costs this one event.
            lost(level);
            reporter.threw(ex);
        }
    }

    private long next() {
        return position.getPlain(NEXT);
    }

    private void newInBatch() {
        if (onlyNested) {
            onlyNested = false;
        }
    }

    private void lost(Level level) {
        batch.truncateToMark();
        counters.lost(DropReason.ERROR, level);
    }

    /**
     * Takes an event logged by the thread that writes, from within an encoder or a flush. It is written after that. What is logged
     * while it is encoded or flushed itself is dropped: it could go on for ever.
     */
    void logged(ILoggingEvent event) {
        if (inNested || (flushing && onlyNested)) {
            counters.refused(DropReason.ERROR, event.getLevel());
        } else {
            event.prepareForDeferredProcessing();
            nested.add(event);
            counters.countExtra();
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

    /** Adds the line that reports drops, if there are some and, unless it is the last time, things are well again. */
    void reportDrops(boolean last) {
        if (failure == null && losses.isDue(last) && (last || !ring.isHalfFull())) {
            ILoggingEvent event = reporter.event(losses.next());
            counters.countExtra();
            newInBatch();
            append(event);
            appendNested();
        }
    }

    /** Whether to write now what could also wait for more. */
    boolean isFlushDue() {
        return urgent
                || batch.isFull()
                || ring.isFull()
                || (settings.flushOnIdle() && next() == ring.claimed())
                || System.nanoTime() - batchSince >= settings.flushInterval().toNanos();
    }

    /** Hands the batch to the operating system, or tries to. */
    void flush() {
        long begin = System.nanoTime();
        flushing = true;
        try {
            output.flush();
            counters.flushed(System.nanoTime() - begin);
            boundWaiting();
            settle(batch.events());
            failure = null;
        } catch (Throwable ex) {
            // Also out of memory, for the copy a channel makes.
            failed(ex);
        } finally {
            flushing = false;
        }
    }

    /** A queue that holds more comes down while callers still have half the room that a batch leaves, so that none waits for all of it. */
    private void boundWaiting() {
        if (settings.overflow() != OverflowPolicy.DROP_BELOW && !waiters.isEmpty() && batch.end() > 0) {
            long enough = Math.max(MIN_WAITING, WAITING_BYTES * batch.events() / batch.end());
            ring.bound(Math.max(enough, ring.size() - (batch.events() + 1) / 2));
        }
    }

    private void failed(Throwable ex) {
        Failure failed = new Failure(ex.getMessage() == null ? ex.toString() : ex.getMessage(), Instant.now());
        lastFailure = failed;
        failure = failed;
        failures.incrementAndGet();
        if (!output.isResumable()) {
            settle(0);
        }
        if (settings.overflow() != OverflowPolicy.BLOCK_FOREVER) {
            ring.bound(ring.capacity());
            waiters.admitAll(ring);
            refuseWaiting();
        }
    }

    /** While writing fails callers do not wait: it may be for ever. */
    private void refuseWaiting() {
        waiters.refuse(event -> counters.refused(DropReason.IO, event.getLevel()));
    }

    private void settle(int whole) {
        counters.settle(batch, whole, DropReason.IO, next(), nested.size());
        onlyNested = true;
        urgent = false;
        free();
    }

    /** Releases what needs no flush, because nothing of it is to be written. */
    void release() {
        if (ring.released() < next()) {
            settle(0);
        } else {
            free();
        }
    }

    private void free() {
        ring.release(next());
        waiters.admit(ring);
        if (ring.isEmpty()) {
            ring.bound(ring.capacity());
        }
    }

    /** There will be no other try: everything but the lines that were written whole is lost. */
    void giveUp() {
        settle(batch.wholeEvents());
        for (ILoggingEvent event = takeNext(); event != null; event = takeNext()) {
            counters.lost(DropReason.IO, event.getLevel());
            ring.release(next());
        }
        refuseWaiting();
    }

    /** Changes whenever the writer gets on; for any thread. */
    long progress() {
        return position.get(PROGRESS) + batch.writes();
    }

    boolean hasBatch() {
        return !batch.isEmpty();
    }

    boolean hasTakenAll() {
        return next() == ring.claimed() && waiters.isEmpty() && nested.isEmpty();
    }

    boolean isFailing() {
        return failure != null;
    }

    /** How many writes have failed, which is several in a row until things are well again. */
    long failures() {
        return failures.get();
    }

    @Nullable
    Failure lastFailure() {
        return lastFailure;
    }

    long shortWrites() {
        return batch.shortWrites();
    }

    /** Lets nothing in any more if there is nothing left to do. Returns whether that is so. */
    boolean close() {
        return !hasBatch() && hasTakenAll() && ring.close(next());
    }
}
