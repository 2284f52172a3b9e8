/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import org.jspecify.annotations.Nullable;

/**
 * The callers' side of the queue in front of one appender. After {@link #drain} there is no writer thread any more, and callers
 * write their events themselves. Thread-safe.
 */
public final class AsyncQueue {

    private static final long FOR_EVER_NANOS = Long.MAX_VALUE / 2;
    private static final int HEAP_PART = 16;
    /** How many events are accepted between two looks at the heap, a power of two. */
    private static final int HEAP_LOOK_EVENTS = 64;

    private final AppenderSettings settings;
    private final EventRing ring;
    private final WaiterQueue waiters = new WaiterQueue();
    private final QueueCounters counters;
    private final QueueOutput output;
    private final QueueWriter writer;
    private final WriterThread thread;
    private final StallDetector stall;
    private final FailureReporter reporter;
    /** Held by the caller that writes, once there is no writer thread. */
    private final ReentrantLock writing = new ReentrantLock();

    private volatile boolean draining;
    private volatile boolean tight;

    /**
     * Events lost at the end.
     *
     * @param stopped because the time was up
     * @param failed because writing failed
     */
    public record Loss(long stopped, long failed) {

        static final Loss NONE = new Loss(0, 0);
    }

    /** Creates a queue whose writer does not run yet. */
    public AsyncQueue(String name, QueueOutput output, AppenderSettings settings, FailureReporter reporter) {
        this.settings = settings;
        this.output = output;
        this.reporter = reporter;
        this.ring = new EventRing(
                settings.queueSize(),
                Math.min(settings.queueBytes(), Runtime.getRuntime().maxMemory() / HEAP_PART));
        this.counters = new QueueCounters(ring);
        this.writer = new QueueWriter(ring, waiters, output, counters, settings, reporter);
        this.thread = new WriterThread(name, ring, writer, settings.flushLevel(), reporter);
        this.stall = new StallDetector(writer::progress, settings.blockTimeout().toNanos());
    }

    public void start() {
        thread.wake();
    }

    /** Takes an event; what happens when there is no room is the overflow policy's to say. */
    public void append(ILoggingEvent event) {
        if (thread.isCurrent()) {
            writer.logged(event);
        } else if (draining) {
            appendLate(event);
        } else {
            ILoggingEvent ready = prepare(event);
            if (ready != null) {
                enqueue(ready);
            }
        }
    }

    /** Returns {@code null} for an event that could not be encoded, where callers do that. An {@code Error} is the caller's. */
    private @Nullable ILoggingEvent prepare(ILoggingEvent event) {
        if (!settings.encodeInCaller()) {
            // Without the output, whose fields the writer changes for each event.
            event.prepareForDeferredProcessing();
            return event;
        }
        try {
            return output.prepare(event);
        } catch (RuntimeException ex) {
            counters.refused(DropReason.ERROR, event.getLevel());
            reporter.threw(ex);
            return null;
        } catch (Error ex) {
            counters.refused(DropReason.ERROR, event.getLevel());
            throw ex;
        }
    }

    private void enqueue(ILoggingEvent event) {
        int weight = EventSize.ofLarge(event);
        boolean mayTake = waiters.isEmpty() || isImportant(event) || ring.hasRoomToSpare();
        long number = mayTake ? publish(event, weight) : EventRing.FULL;
        if (number == EventRing.FULL) {
            number = full(event, weight);
            if (number == EventRing.FULL) {
                return;
            }
        }
        if ((number & (HEAP_LOOK_EVENTS - 1)) == 0) {
            tight = HeapWatch.isTight();
        }
        if (draining) {
            writeAll(null);
        } else if (tight) {
            awaitWritten(number);
        }
    }

    private static boolean isImportant(ILoggingEvent event) {
        return event.getLevel().isGreaterOrEqual(Level.WARN);
    }

    /** Returns the number, or {@link EventRing#FULL}. */
    private long publish(ILoggingEvent event, int weight) {
        long number = ring.tryClaim(isImportant(event), weight);
        if (number != EventRing.FULL) {
            ring.publish(number, event, weight);
            thread.published(number, event.getLevel());
        }
        return number;
    }

    /** Returns the number under which the event was published after all, or {@link EventRing#FULL} if it was dropped. */
    private long full(ILoggingEvent event, int weight) {
        Level level = event.getLevel();
        if (shouldGiveUp()) {
            return takeOrRefuse(event, weight);
        }
        if (settings.overflow() == OverflowPolicy.DROP_BELOW && !level.isGreaterOrEqual(settings.dropBelowLevel())) {
            return refuse(DropReason.FULL, level);
        }
        return awaitRoom(event, weight);
    }

    private long refuse(DropReason reason, Level level) {
        counters.refused(reason, level);
        return EventRing.FULL;
    }

    private long awaitRoom(ILoggingEvent event, int weight) {
        long begin = System.nanoTime();
        Waiter waiter = waiters.join(event, weight);
        boolean done = waiter.await(this::shouldGiveUp);
        counters.blocked(System.nanoTime() - begin);
        return done ? waiter.number() : takeOrRefuse(event, weight);
    }

    /** Nobody waits any more: what the whole of the queue has no room for is dropped. */
    private long takeOrRefuse(ILoggingEvent event, int weight) {
        ring.bound(ring.capacity());
        long number = publish(event, weight);
        return number != EventRing.FULL ? number : refuse(whyRefused(), event.getLevel());
    }

    /** Whether a caller waits for nothing. The waiters may have been let go just before it came, and the writer may sleep. */
    private boolean shouldGiveUp() {
        if (draining) {
            writeAll(null);
        } else {
            thread.wake();
        }
        return whyRefused() != DropReason.FULL || (settings.overflow() != OverflowPolicy.BLOCK_FOREVER && isStalled());
    }

    private DropReason whyRefused() {
        if (thread.isAbandoned()) {
            return DropReason.STOPPED;
        }
        boolean failing = writer.isFailing() && settings.overflow() != OverflowPolicy.BLOCK_FOREVER;
        return failing ? DropReason.IO : DropReason.FULL;
    }

    /** Whether the output takes nothing, for so long that nobody waits for it any more. */
    private boolean isStalled() {
        if (ring.isEmpty()) {
            stall.idle();
            return false;
        }
        return stall.isStalled();
    }

    private void awaitWritten(long number) {
        thread.requestFlush(number + 1);
        await(() -> ring.released() > number || shouldGiveUp(), FOR_EVER_NANOS);
    }

    /** Logging has ended: an event is written by its caller, as it would be without a queue. */
    private void appendLate(ILoggingEvent event) {
        if (writing.isHeldByCurrentThread()) {
            writer.logged(event);
        } else if (!writeAll(event)) {
            counters.refused(DropReason.STOPPED, event.getLevel());
        }
    }

    /** Has the calling thread write what is queued, and an event of its own; returns false if the writer was given up. */
    private boolean writeAll(@Nullable ILoggingEvent own) {
        await(
                () -> thread.hasEnded() && writing.tryLock(),
                settings.shutdownTimeout().toNanos());
        if (!writing.isHeldByCurrentThread()) {
            abandon();
            return false;
        }
        try {
            writer.writeInCaller(own);
            return true;
        } finally {
            writing.unlock();
        }
    }

    private boolean awaitReleased(long number, long nanos) {
        await(() -> ring.released() >= number, nanos);
        return ring.released() >= number;
    }

    private boolean awaitLeft(@Nullable Waiter last, long deadline) {
        return last == null || await(last::hasLeft, deadline - System.nanoTime());
    }

    /** Waits for what the writer does, or until it has been given up. */
    private boolean await(BooleanSupplier condition, long nanos) {
        return Uninterruptibly.await(() -> thread.isAbandoned() || condition.getAsBoolean(), nanos);
    }

    /** Has the calling thread give one event to an appender, past the queue, after all that is in it. */
    public void writePastQueue(ILoggingEvent event, Appender<ILoggingEvent> appender) {
        event.prepareForDeferredProcessing();
        flush();
        counters.countExtra();
        try {
            appender.doAppend(event);
            counters.written();
        } catch (Throwable ex) {
            counters.lost(DropReason.ERROR, event.getLevel());
            throw ex;
        }
    }

    /**
     * Waits until everything accepted so far has been handed to the operating system, at most for the shutdown timeout. Does not
     * wait for a disk to recover.
     *
     * @return whether it was, or dropped, within that time
     */
    public boolean flush() {
        long target = ring.claimed();
        if (thread.isCurrent() || ring.released() >= target) {
            return ring.released() >= target;
        }
        // Of two failures the second is of a write that began after this call.
        long failures = writer.failures() + 2;
        thread.requestFlush(target);
        await(
                () -> ring.released() >= target || writer.failures() >= failures,
                settings.shutdownTimeout().toNanos());
        return ring.released() >= target;
    }

    /**
     * Empties the queue and ends its thread. From then on callers write their events themselves.
     *
     * @return what was lost in doing so
     */
    public synchronized Loss drain() {
        if (draining) {
            return Loss.NONE;
        }
        draining = true;
        DropCounts before = counters.drops();
        long deadline = System.nanoTime() + settings.shutdownTimeout().toNanos();
        thread.end();
        if (!awaitLeft(waiters.last(), deadline)
                || !awaitReleased(ring.claimed(), deadline - System.nanoTime())
                || !await(thread::hasEnded, deadline - System.nanoTime())) {
            abandon();
        }
        DropCounts lost = counters.drops().plus(before, -1);
        return new Loss(lost.total(DropReason.STOPPED), lost.total(DropReason.IO));
    }

    private void abandon() {
        thread.abandon();
        ring.close();
        counters.close(writer.batch());
        waiters.refuse(event -> counters.refused(DropReason.STOPPED, event.getLevel()));
    }

    /** Ends everything, after {@link #drain}. Returns whether the appender is free: the writer may be stuck in it for ever. */
    public boolean close() {
        if (thread.isAbandoned()) {
            return false;
        }
        output.close();
        return true;
    }

    /** Counts of one moment. */
    public AppenderStatistics statistics(String name) {
        return counters.statistics(
                name, settings.overflow(), writer.isFailing() || isStalled(), writer.lastFailure(), draining);
    }
}
