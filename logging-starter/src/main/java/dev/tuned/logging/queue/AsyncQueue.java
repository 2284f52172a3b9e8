/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;

/**
 * The callers' side of the queue in front of one appender. {@link #drain} ends it as soon as all that is in it has been written, however
 * long that takes; from then on callers write their events themselves, as without it. Thread-safe.
 *
 * <p>What is thrown in a caller, wherever, leaves its event in the queue or not there, and nothing that anybody waits for.
 */
public final class AsyncQueue {

    private static final int HEAP_PART = 16;
    /** How many events are accepted between two looks at the heap, a power of two. */
    private static final int HEAP_LOOK_EVENTS = 64;

    /** An event of this size or more has the heap looked at. */
    private static final int HEAP_LOOK_BYTES = 64 * 1024;

    private static final long MIN_FREE_BYTES = 8L * 1024 * 1024;
    private static final int MIN_FREE_PART = 32;

    /** The characters of a line while they are gathered, as a text, and as bytes. */
    private static final int ENCODED_COPIES = 4;

    private final String name;
    private final LoggingSettings settings;
    private final EventRing ring;
    private final WaiterQueue waiters = new WaiterQueue();
    private final EventCounts counts;
    private final QueueOutput output;
    private final QueueWriter writer;
    private final StallDetector stall;
    private volatile boolean tight;

    /**
     * Events that were not written at the end.
     *
     * @param late not yet, because the time was up; they still are, should what the writer is stuck in come to an end
     * @param failed because writing failed
     */
    public record Loss(long late, long failed) {}

    /** Creates a queue whose writer does not run yet. */
    public AsyncQueue(String name, QueueOutput output, LoggingSettings settings, FailureReporter reporter) {
        this.name = name;
        this.settings = settings;
        this.output = output;
        this.ring = new EventRing(
                settings.queueSize,
                Math.min(settings.queueBytes, Runtime.getRuntime().maxMemory() / HEAP_PART));
        this.counts = new EventCounts(ring);
        this.writer = new QueueWriter(name, ring, waiters, output, counts, settings, reporter);
        this.stall = new StallDetector(writer::progress, settings.blockTimeout.toNanos());
    }

    public void start() {
        writer.wake();
    }

    /** Takes an event; what happens when there is no room is the overflow policy's to say. */
    public void append(ILoggingEvent event) {
        if (writer.isCurrent()) {
            writer.logged(event);
        } else if (writer.isClosed() || (writer.isDraining() && awaitClosed())) {
            appendInCaller(event);
        } else {
            enqueue(prepare(event));
        }
    }

    /** What an encoder throws the event keeps for the writer; what else is thrown, by an MDC adapter or a message, is the caller's. */
    private ILoggingEvent prepare(ILoggingEvent event) {
        try {
            event.prepareForDeferredProcessing();
            if (!settings.encodeInCaller && !ForeignObjects.areIn(event)) {
                // Without the output, whose fields the writer changes for each event.
                return event;
            }
            return output.prepare(event);
        } catch (Throwable ex) {
            counts.refused(DropReason.ERROR, event.getLevel());
            throw ex;
        }
    }

    private void enqueue(ILoggingEvent event) {
        int weight = EventSize.ofLarge(event);
        boolean mayTake = waiters.isEmpty() || isImportant(event) || ring.hasRoomToSpare();
        long number = mayTake ? publish(event, weight) : EventRing.FULL;
        if (number == EventRing.FULL) {
            number = full(event, weight);
        }
        if (number >= 0) {
            if (weight >= HEAP_LOOK_BYTES || (number & (HEAP_LOOK_EVENTS - 1)) == 0) {
                tight = isHeapTight(weight);
            }
            if (tight) {
                awaitWritten(number + 1);
            }
        } else if (number == EventRing.CLOSED) {
            awaitClosed();
            appendInCaller(event);
        }
    }

    /** Whether the heap is so full that a queue should hold nothing. Takes about as long as a line; garbage counts as used. */
    private static boolean isHeapTight(int eventBytes) {
        Runtime runtime = Runtime.getRuntime();
        long most = runtime.maxMemory();
        long free = most - runtime.totalMemory() + runtime.freeMemory();
        return free < Math.min(MIN_FREE_BYTES, most / MIN_FREE_PART) + (long) ENCODED_COPIES * eventBytes;
    }

    static boolean isImportant(ILoggingEvent event) {
        return event.getLevel().isGreaterOrEqual(Level.WARN);
    }

    /** Returns the number, {@link EventRing#FULL} or {@link EventRing#CLOSED}. */
    private long publish(ILoggingEvent event, int weight) {
        long number = ring.offer(weight == 0 ? event : new QueuedEvent(event, weight), isImportant(event));
        if (number >= 0) {
            writer.published(number, event.getLevel());
        }
        return number;
    }

    /** As {@link #publish}, but {@link EventRing#DROPPED} instead of full. */
    private long full(ILoggingEvent event, int weight) {
        Level level = event.getLevel();
        if (shouldGiveUp()) {
            return takeOrRefuse(event, weight);
        }
        if (settings.overflow == OverflowPolicy.DROP_BELOW && !level.isGreaterOrEqual(settings.dropBelowLevel)) {
            return refuse(DropReason.FULL, level);
        }
        return awaitRoom(event, weight);
    }

    private long refuse(DropReason reason, Level level) {
        counts.refused(reason, level);
        return EventRing.DROPPED;
    }

    private long awaitRoom(ILoggingEvent event, int weight) {
        long begin = System.nanoTime();
        Waiter waiter = waiters.join(event, weight);
        boolean done = waiter.await(this::shouldGiveUp);
        counts.blocked(System.nanoTime() - begin);
        return done ? waiter.number : takeOrRefuse(event, weight);
    }

    /** No caller waits any more: what the whole of the queue has no room for is dropped. */
    private long takeOrRefuse(ILoggingEvent event, int weight) {
        ring.bound(ring.capacity());
        long number = publish(event, weight);
        return number != EventRing.FULL
                ? number
                : refuse(mayFail() ? DropReason.IO : DropReason.FULL, event.getLevel());
    }

    /** Whether a caller waits for nothing. The waiters may have been let go just before it came, and the writer may sleep. */
    private boolean shouldGiveUp() {
        writer.wake();
        return writer.isClosed() || mayFail() || (settings.overflow != OverflowPolicy.BLOCK_FOREVER && isStalled());
    }

    private boolean mayFail() {
        return writer.isFailing() && settings.overflow != OverflowPolicy.BLOCK_FOREVER;
    }

    /** Whether the output takes nothing, for so long that no caller waits for it any more. */
    private boolean isStalled() {
        return stall.isStalled(ring.isEmpty());
    }

    private void awaitWritten(long target) {
        writer.requestFlush(target);
        Uninterruptibly.await(() -> ring.released() >= target || shouldGiveUp(), Uninterruptibly.FOR_EVER_NANOS);
    }

    /**
     * Logging ends: nothing more is put into the queue while the writer gets on with what is in it. Returns whether it has come to the
     * end, or is stuck and the queue goes on.
     */
    private boolean awaitClosed() {
        Uninterruptibly.await(() -> writer.isClosed() || isStalled(), Uninterruptibly.FOR_EVER_NANOS);
        return writer.isClosed();
    }

    /** Has the calling thread give an event to the appender, after all that is in the queue. */
    public void appendPastQueue(ILoggingEvent event) {
        flush();
        appendInCaller(event);
    }

    private void appendInCaller(ILoggingEvent event) {
        try {
            output.appendInCaller(event);
        } catch (Throwable ex) {
            counts.refused(DropReason.ERROR, event.getLevel());
            throw ex;
        }
        counts.writtenInCaller();
    }

    /**
     * Waits until everything accepted so far has been handed to the operating system, at most for the shutdown timeout. Does not
     * wait for a disk to recover.
     *
     * @return whether it was, or dropped, within that time
     */
    public boolean flush() {
        long target = ring.claimed();
        if (!writer.isCurrent() && ring.released() < target) {
            // Of two failures the second is of a write that began after this call.
            long failures = writer.lastFailure().number() + 2;
            writer.requestFlush(target);
            Uninterruptibly.await(
                    () -> ring.released() >= target || writer.lastFailure().number() >= failures,
                    settings.shutdownTimeout.toNanos());
        }
        return ring.released() >= target;
    }

    /**
     * Has the queue end when all that is in it has been written, and waits for that, at most for the shutdown timeout.
     *
     * @return what was not written in that time
     */
    public synchronized Loss drain() {
        if (writer.isDraining()) {
            return new Loss(0, 0);
        }
        long failed = counts.drops().total(DropReason.IO);
        writer.drain();
        boolean closed = Uninterruptibly.await(writer::isClosed, settings.shutdownTimeout.toNanos());
        return new Loss(
                closed ? 0 : statistics().queued() + waiters.size(),
                counts.drops().total(DropReason.IO) - failed);
    }

    /** As {@link #flush}, for one who may hold what the writer needs: it does not wait for a writer without progress. */
    public void flushUnlessStalled() {
        if (!writer.isCurrent()) {
            awaitWritten(ring.claimed());
        }
    }

    /** Whether the current thread is the one that writes what is queued. */
    public boolean isWriter() {
        return writer.isCurrent();
    }

    /** Whether callers write their events themselves, and the appender is as it was. */
    public boolean isClosed() {
        return writer.isClosed();
    }

    /** After {@link #drain}: has something done when {@link #isClosed}, which may be now. */
    public void whenClosed(Runnable task) {
        writer.whenClosed(task);
    }

    /** Counts of one moment. */
    public AppenderStatistics statistics() {
        return counts.statistics(name, settings.overflow, writer, isStalled());
    }
}
