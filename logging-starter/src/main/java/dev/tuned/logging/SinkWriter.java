/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * Takes events out of a ring, gives them to the output, and settles what became of them before it releases their numbers. While
 * writing fails it takes nothing more out of the ring. For one thread at a time; what tells of failures for any.
 */
final class SinkWriter {

    /** So that the interval is looked at, and room given to waiting callers, however slow the appender is. */
    private static final int MOST_TAKEN = 512;

    private final EventRing ring;
    private final WaitingLine line;
    private final SinkOutput output;
    private final BatchBuffer batch;
    private final SinkCounters counters;
    private final SinkSettings settings;
    private final LossReporter reporter;
    private final LossReport losses;
    private final ArrayDeque<ILoggingEvent> nested = new ArrayDeque<>();
    private long next;
    private boolean inNested;
    private boolean urgent;
    private long batchSince;
    private volatile @Nullable Failure failure;
    private volatile @Nullable Failure lastFailure;
    private final AtomicLong failures = new AtomicLong();

    /** A failure to write. */
    record Failure(String message, Instant at) {}

    SinkWriter(
            EventRing ring,
            WaitingLine line,
            SinkOutput output,
            SinkCounters counters,
            SinkSettings settings,
            LossReporter reporter) {
        this.ring = ring;
        this.line = line;
        this.output = output;
        this.batch = output.batch();
        this.counters = counters;
        this.settings = settings;
        this.reporter = reporter;
        this.losses = new LossReport(counters);
    }

    /**
     * Takes what has been published, at most for one batch.
     *
     * @return how many events
     */
    int take() {
        line.admit(ring);
        int taken = 0;
        while (taken < MOST_TAKEN && !batch.isFull()) {
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
        if (batch.events() == 0) {
            batchSince = System.nanoTime();
        }
        try {
            batch.beginEvent();
            output.append(event);
            batch.endEvent(level);
            urgent |= level.isGreaterOrEqual(settings.flushLevel());
        } catch (Throwable ex) {
            // Also an Error: it costs this one event.
            batch.takeBack();
            counters.lost(DropReason.ERROR, level);
            reporter.threw(ex);
        }
    }

    /**
     * Takes an event logged by the writer's own thread, from within an encoder. It is written after the one being encoded. What
     * is logged while that one is encoded is dropped: it could go on for ever.
     */
    void logged(ILoggingEvent event) {
        if (inNested) {
            counters.refused(DropReason.ERROR, event.getLevel());
        } else {
            event.prepareForDeferredProcessing();
            nested.add(event);
            counters.besides();
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

    /** Adds the line that tells of losses, if there are some and, unless it is the last time, things are well again. */
    void tellLosses(boolean last) {
        if (failure == null && losses.isDue(last) && (last || !ring.isHalfFull())) {
            ILoggingEvent event = reporter.event(losses.next());
            counters.besides();
            append(event);
            appendNested();
        }
    }

    /** Whether to write now what could also wait for more. */
    boolean isFlushDue() {
        return urgent
                || batch.isFull()
                || ring.isFull()
                || (settings.flushOnIdle() && next == ring.claimed())
                || System.nanoTime() - batchSince >= settings.flushInterval().toNanos();
    }

    /** Hands the batch to the operating system, or tries to. */
    void flush() {
        long begin = System.nanoTime();
        try {
            output.flush();
            counters.flushed(System.nanoTime() - begin);
            settle(batch.events());
            failure = null;
        } catch (Throwable ex) {
            // Also out of memory, for the copy a channel makes.
            failed(ex);
        }
    }

    private void failed(Throwable ex) {
        Failure failed = new Failure(String.valueOf(ex.getMessage()), Instant.now());
        lastFailure = failed;
        failure = failed;
        failures.incrementAndGet();
        if (!output.isResumable()) {
            settle(0);
        }
        refuseWaiting();
    }

    /** While writing fails callers do not wait: it may be for ever. */
    private void refuseWaiting() {
        line.refuse(event -> counters.refused(DropReason.IO, event.getLevel()));
    }

    private void settle(int whole) {
        counters.settle(batch, whole, DropReason.IO);
        batch.clear();
        urgent = false;
        release();
    }

    /** Releases what needs no flush, because nothing of it is to be written. */
    void release() {
        ring.release(next);
        line.admit(ring);
    }

    /** There will be no other try: everything but the lines that were written whole is lost. */
    void giveUp() {
        settle(batch.wholeEvents());
        for (ILoggingEvent event = ring.poll(next); event != null; event = ring.poll(next)) {
            next++;
            counters.lost(DropReason.IO, event.getLevel());
            ring.release(next);
        }
        refuseWaiting();
    }

    boolean hasBatch() {
        return !batch.isEmpty();
    }

    boolean hasTakenAll() {
        return next == ring.claimed() && line.isEmpty();
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

    /** Where a thread that is stuck has left what it was to write. */
    BatchBuffer batch() {
        return batch;
    }
}
