/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * The callers' side of a {@link TunedAsyncAppender}. After {@link #drain} callers wait until their events have been written.
 * Thread-safe.
 */
final class Sink {

    private static final long FIRST_POLL_NANOS = 50_000;
    private static final long LONGEST_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long FOR_EVER_NANOS = Long.MAX_VALUE / 2;

    private final SinkSettings settings;
    private final EventRing ring;
    private final WaitingLine line = new WaitingLine();
    private final SinkCounters counters;
    private final SinkOutput output;
    private final SinkWriter writer;
    private final WriterThread thread;
    private final LossReporter reporter;
    private volatile boolean synchronous;

    /**
     * Events lost at the end.
     *
     * @param stopped because the time was up
     * @param failed because writing failed
     */
    record Loss(long stopped, long failed) {

        static final Loss NONE = new Loss(0, 0);
    }

    Sink(String name, SinkOutput output, SinkSettings settings, LossReporter reporter) {
        this.settings = settings;
        this.output = output;
        this.reporter = reporter;
        this.ring = new EventRing(settings.queueSize());
        this.counters = new SinkCounters(ring);
        this.writer = new SinkWriter(ring, line, output, counters, settings, reporter);
        this.thread = new WriterThread(name, ring, writer, settings.flushLevel(), reporter);
    }

    void start() {
        thread.wake();
    }

    void append(ILoggingEvent event) {
        if (thread.isCurrent()) {
            writer.logged(event);
            return;
        }
        ILoggingEvent ready = prepare(event);
        if (ready == null) {
            return;
        }
        long number = line.isEmpty() ? ring.tryClaim() : EventRing.FULL;
        if (number == EventRing.FULL) {
            number = full(ready);
        } else {
            publish(number, ready);
        }
        if (synchronous && number != EventRing.FULL) {
            writeNow(number);
        }
    }

    /** Returns {@code null} for an event that could not be encoded, where callers do that. */
    private @Nullable ILoggingEvent prepare(ILoggingEvent event) {
        try {
            return output.prepare(event);
        } catch (RuntimeException ex) {
            counters.refused(DropReason.ERROR, event.getLevel());
            reporter.threw(ex);
            return null;
        }
    }

    private void publish(long number, ILoggingEvent event) {
        ring.publish(number, event);
        thread.published(number, event.getLevel());
    }

    /** Returns the number under which the event was published after all, or {@link EventRing#FULL} if it was dropped. */
    private long full(ILoggingEvent event) {
        Level level = event.getLevel();
        if (whyRefused() != DropReason.FULL) {
            return refuse(whyRefused(), level);
        }
        return switch (settings.overflow()) {
            case BLOCK -> awaitRoom(event, FOR_EVER_NANOS);
            case BLOCK_TIMEOUT -> awaitRoom(event, settings.blockTimeout().toNanos());
            case DROP_BELOW ->
                level.isGreaterOrEqual(settings.dropBelowLevel())
                        ? awaitRoom(event, FOR_EVER_NANOS)
                        : refuse(DropReason.FULL, level);
            case SYNC -> {
                long number = awaitRoom(event, FOR_EVER_NANOS);
                if (number != EventRing.FULL) {
                    thread.requestFlush(number + 1);
                    awaitReleased(number + 1, FOR_EVER_NANOS);
                }
                yield number;
            }
        };
    }

    private long refuse(DropReason reason, Level level) {
        counters.refused(reason, level);
        return EventRing.FULL;
    }

    private long awaitRoom(ILoggingEvent event, long nanos) {
        long begin = System.nanoTime();
        Waiter waiter = line.join(event);
        boolean done = waiter.await(begin + nanos, this::isHopeless);
        counters.blocked(System.nanoTime() - begin);
        return done ? waiter.number() : refuse(whyRefused(), event.getLevel());
    }

    /** The line may have been cleared just before somebody joined it, and the writer may sleep. */
    private boolean isHopeless() {
        thread.wake();
        return whyRefused() != DropReason.FULL;
    }

    private DropReason whyRefused() {
        if (thread.isAbandoned()) {
            return DropReason.STOPPED;
        }
        return writer.isFailing() ? DropReason.IO : DropReason.FULL;
    }

    /** Logging has ended: nobody may come after this caller to see to what is queued. */
    private void writeNow(long number) {
        thread.requestFlush(number + 1);
        if (!awaitReleased(number + 1, settings.shutdownTimeout().toNanos())) {
            abandon();
        }
    }

    private boolean awaitReleased(long number, long nanos) {
        await(() -> ring.released() >= number, nanos);
        return ring.released() >= number;
    }

    private boolean awaitLeft(@Nullable Waiter last, long deadline) {
        return last == null || await(last::hasLeft, deadline - System.nanoTime());
    }

    /**
     * Waits for what the writer does. An interrupt does not end the wait, but is kept.
     *
     * @return whether it was within the time, and the writer has not been given up
     */
    private boolean await(BooleanSupplier condition, long nanos) {
        long deadline = System.nanoTime() + nanos;
        long poll = FIRST_POLL_NANOS;
        boolean interrupted = false;
        boolean done = condition.getAsBoolean();
        while (!done && !thread.isAbandoned() && System.nanoTime() - deadline < 0) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(this, poll);
            poll = Math.min(2 * poll, LONGEST_POLL_NANOS);
            done = condition.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return done;
    }

    /** Has the calling thread do what it is given, in place of the queue, as the writing of one event. */
    void writeInCaller(ILoggingEvent event, Runnable writing) {
        counters.besides();
        try {
            writing.run();
            counters.written();
        } catch (Throwable ex) {
            counters.lost(DropReason.ERROR, event.getLevel());
            reporter.threw(ex);
        }
    }

    /**
     * Waits until everything accepted so far has been handed to the operating system, at most for the shutdown timeout. Does not
     * wait for a disk to recover.
     *
     * @return whether it was, or dropped, within that time
     */
    boolean flush() {
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
     * Empties the ring and ends its thread. From then on callers wait until their events have been written.
     *
     * @return what was lost in doing so
     */
    synchronized Loss drain() {
        if (synchronous) {
            return Loss.NONE;
        }
        synchronous = true;
        DropCounts.Snapshot before = counters.drops();
        long deadline = System.nanoTime() + settings.shutdownTimeout().toNanos();
        thread.end();
        // Only for these: who comes later finds that logging has ended, and waits for that event. There may be no end
        // of them.
        if (!awaitLeft(line.last(), deadline)
                || !awaitReleased(ring.claimed(), deadline - System.nanoTime())
                || !await(thread::hasSettled, deadline - System.nanoTime())) {
            abandon();
        }
        DropCounts.Snapshot lost = counters.drops().minus(before);
        return new Loss(lost.total(DropReason.STOPPED), lost.total(DropReason.IO));
    }

    private void abandon() {
        thread.abandon();
        ring.close();
        counters.close(writer.batch());
        line.refuse(event -> counters.refused(DropReason.STOPPED, event.getLevel()));
    }

    /** Ends everything, after {@link #drain}. */
    void close() {
        output.close();
    }

    /** Counts of one moment. */
    SinkStatistics statistics(String name) {
        SinkCounters.Snapshot counts = counters.read();
        SinkWriter.Failure failure = writer.lastFailure();
        return new SinkStatistics(
                name,
                settings.overflow(),
                ring.capacity(),
                counts.accepted(),
                counts.written(),
                counts.drops().total(),
                counts.queued(),
                counts.drops().byReason(),
                counts.blocked(),
                counts.blockedNanos(),
                counts.maxBlockedNanos(),
                counts.flushes(),
                counts.flushNanos(),
                counts.maxFlushNanos(),
                writer.isFailing(),
                failure == null ? null : failure.message(),
                failure == null ? null : failure.at(),
                lastDropAt(),
                synchronous);
    }

    private @Nullable Instant lastDropAt() {
        long millis = counters.lastDropMillis();
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }
}
