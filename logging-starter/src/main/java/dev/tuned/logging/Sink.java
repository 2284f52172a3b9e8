/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;

/**
 * The callers' side of a {@link TunedAsyncAppender}: from the start until {@link #drain} events go through the ring; after that
 * callers write them themselves. Thread-safe.
 */
final class Sink {

    private static final long POLL_NANOS = 100_000;

    private final Appender<ILoggingEvent> appender;
    private final SinkSettings settings;
    private final SinkCounters counters = new SinkCounters();
    private final EventRing ring;
    private final SinkOutput output;
    private final SinkWriter writer;
    private final SinkWriter.LossReporter reporter;
    /** Held by a caller that writes itself. */
    private final ReentrantLock writing = new ReentrantLock();
    /** The next number, once callers write themselves. */
    private long next;

    private volatile boolean synchronous;

    Sink(Appender<ILoggingEvent> appender, SinkOutput output, SinkSettings settings, SinkWriter.LossReporter reporter) {
        this.appender = appender;
        this.settings = settings;
        this.output = output;
        this.reporter = reporter;
        this.ring = new EventRing(settings.queueSize());
        this.writer = new SinkWriter(appender.getName(), ring, output, counters, settings, reporter);
    }

    void start() {
        writer.start();
    }

    void append(ILoggingEvent event) {
        if (writer.isCurrent()) {
            writer.logged(event);
            return;
        }
        event.prepareForDeferredProcessing();
        if (synchronous) {
            awaitEnd();
            writeInCaller(event);
            return;
        }
        long number = ring.tryClaim();
        if (number == EventRing.FULL) {
            full(event);
        } else {
            publish(number, event);
        }
    }

    private void publish(long number, ILoggingEvent event) {
        ring.publish(number, event);
        writer.published(event.getLevel());
        if (writer.hasEnded()) {
            // It may have ended before it could see this event.
            writeLeftovers();
        }
    }

    private void full(ILoggingEvent event) {
        if (writer.isFailing()) {
            dropOutside(DropReason.IO, event.getLevel());
            return;
        }
        switch (settings.overflow()) {
            case BLOCK -> awaitRoom(event);
            case DROP_BELOW -> {
                if (event.getLevel().isGreaterOrEqual(settings.dropBelowLevel())) {
                    awaitRoom(event);
                } else {
                    dropOutside(DropReason.FULL, event.getLevel());
                }
            }
            case BLOCK_TIMEOUT -> awaitRoomFor(event, settings.blockTimeout().toNanos());
            case SYNC -> {
                long number = awaitRoom(event);
                writer.requestFlush(number + 1);
                await(() -> ring.released() > number || writer.isFailing() || writer.hasEnded());
            }
        }
    }

    /** Takes a place in the line of those who wait. An interrupt does not end the wait: the event would be lost. */
    private long awaitRoom(ILoggingEvent event) {
        long begin = System.nanoTime();
        long number = ring.claimInAdvance();
        await(() -> ring.hasRoom(number) || writer.isAbandoned());
        counters.blocked(System.nanoTime() - begin);
        if (!writer.isAbandoned()) {
            publish(number, event);
        }
        return number;
    }

    private void awaitRoomFor(ILoggingEvent event, long nanos) {
        long begin = System.nanoTime();
        long number = EventRing.FULL;
        boolean interrupted = false;
        while (number == EventRing.FULL && System.nanoTime() - begin < nanos && !writer.isFailing() && !synchronous) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(this, POLL_NANOS);
            number = ring.tryClaim();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        counters.blocked(System.nanoTime() - begin);
        if (number != EventRing.FULL) {
            publish(number, event);
        } else if (synchronous) {
            awaitEnd();
            writeInCaller(event);
        } else {
            dropOutside(writer.isFailing() ? DropReason.IO : DropReason.FULL, event.getLevel());
        }
    }

    private void await(java.util.function.BooleanSupplier condition) {
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            // An interrupted thread would not be parked.
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(this, POLL_NANOS);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void dropOutside(DropReason reason, Level level) {
        counters.outside.increment();
        counters.drop(reason, level);
    }

    private void awaitEnd() {
        await(() -> writer.hasEnded() || writer.isAbandoned());
    }

    /** Writes by the thread that logs, at once, what is for this moment only or comes after the end of the writer. */
    void writeInCaller(ILoggingEvent event) {
        counters.outside.increment();
        if (writer.isAbandoned()) {
            counters.drop(DropReason.STOPPED, event.getLevel());
            return;
        }
        writing.lock();
        try {
            write(event);
        } finally {
            writing.unlock();
        }
    }

    private void write(ILoggingEvent event) {
        try {
            appender.doAppend(event);
            counters.written.increment();
        } catch (Throwable ex) {
            counters.drop(DropReason.ERROR, event.getLevel());
            reporter.threw(ex);
        }
    }

    private void writeLeftovers() {
        writing.lock();
        try {
            for (ILoggingEvent event = ring.poll(next); event != null; event = ring.poll(next)) {
                next++;
                write(event);
                ring.release(next);
            }
        } finally {
            writing.unlock();
        }
    }

    /**
     * Waits until everything accepted so far has been handed to the operating system.
     *
     * @return whether it was within the shutdown timeout
     */
    boolean flush() {
        long target = ring.claimed();
        long deadline = System.nanoTime() + settings.shutdownTimeout().toNanos();
        if (ring.released() < target) {
            writer.requestFlush(target);
        }
        await(() ->
                (ring.released() >= target && !writer.isFailing()) || synchronous || System.nanoTime() - deadline > 0);
        return ring.released() >= target;
    }

    /**
     * Empties the ring and ends its thread; callers write from then on.
     *
     * @return how many events were not written within the shutdown timeout
     */
    synchronized long drain() {
        if (synchronous) {
            return 0;
        }
        synchronous = true;
        long before = counters.dropped();
        if (writer.end(settings.shutdownTimeout().toNanos())) {
            next = writer.next();
            output.close();
            writeLeftovers();
        } else {
            writer.abandon(statistics(appender.getName()).queued());
        }
        return counters.dropped() - before;
    }

    /** Counts are read in such an order that their sum is right, if a moment old. */
    SinkStatistics statistics(String name) {
        long written = counters.written.sum();
        long dropped = counters.dropped();
        long accepted = counters.outside.sum() + ring.claimed();
        SinkWriter.Failure failure = writer.lastFailure();
        return new SinkStatistics(
                name,
                settings.overflow(),
                ring.capacity(),
                accepted,
                written,
                dropped,
                accepted - written - dropped,
                counters.droppedBy(),
                counters.blocked.sum(),
                counters.blockedNanos.sum(),
                counters.maxBlockedNanos.get(),
                counters.flushes.sum(),
                counters.flushNanos.sum(),
                counters.maxFlushNanos.get(),
                writer.isFailing(),
                failure == null ? null : failure.message(),
                failure == null ? null : failure.at(),
                counters.lastDropMillis == 0 ? null : java.time.Instant.ofEpochMilli(counters.lastDropMillis),
                synchronous);
    }
}
