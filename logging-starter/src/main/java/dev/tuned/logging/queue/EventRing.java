/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of events for many producers and one consumer, in the order of their sequence numbers, which count from 0.
 * Producers take no lock, so a virtual thread that is pinned or unmounted holds no other up.
 *
 * <p>One atomic step puts an event into the slot of the next number: there is no claim without an event, so an {@code Error} in a
 * producer, wherever it comes from, leaves nothing that the consumer would wait for. What follows from an event's being there, that
 * its number is taken and how many bytes are held, is derived from it by the next producer. An empty slot holds the {@link Lap} it
 * is empty for; a producer that was late by a whole lap finds another one there and looks again.
 *
 * <p>So an event's number says where it is: below {@link #claimed} it is in the ring, below {@link #taken} the consumer has it, and
 * below {@link #released} it is settled, and only then is its room free: {@code claimed - released} counts every event that has been
 * accepted and not settled, wherever it is.
 */
final class EventRing {

    /** There is no room. */
    static final long FULL = -1;
    /** Nothing is taken any more. */
    static final long CLOSED = -2;
    /** The event is dropped, and counted. */
    static final long DROPPED = -3;

    private static final int RESERVED_PART = 10;
    private static final Lap END = new Lap(-1);
    /** Longs in the memory that one processor writes at a time, and its neighbour. */
    private static final int PADDING = 16;

    /** In each slot a {@link Lap}, an event, or a {@link QueuedEvent}. */
    private final AtomicReferenceArray<Object> slots;

    private final int mask;
    private final int lapShift;
    private final int capacity;
    private final int reserve;
    private final long maxBytes;
    /** How many events fit while callers wait; changes seldom. */
    private volatile int bound;

    /** The next number; one less until the producer of the last event has said that it took it. */
    private final AtomicLong claimed = new AtomicLong();

    private final AtomicLong released = new AtomicLong();
    /** The consumer's next number. It changes with each event, so it is kept far from what callers read. */
    private final AtomicLongArray taken = new AtomicLongArray(2 * PADDING);
    /** Bytes of all large events that were put in since the start. */
    private final AtomicLong bytesIn = new AtomicLong();
    /** Bytes of all large events that were taken out since the start. */
    private volatile long bytesOut;
    /** What the consumer last read of {@link #claimed}: it reads it seldom, since producers write it. */
    private long known;
    /** What the consumer leaves in the slots it empties. */
    private Lap next = new Lap(1);

    /** Marks a slot as empty for the numbers of one round through the ring. */
    private record Lap(long number) {}

    /**
     * Creates a ring.
     *
     * @param capacity most events; a tenth of them is kept for WARN and ERROR
     * @param maxBytes most bytes of large events together; one is always taken
     */
    EventRing(int capacity, long maxBytes) {
        int length = Integer.highestOneBit(Math.max(1, capacity - 1)) << (capacity > 1 ? 1 : 0);
        this.slots = new AtomicReferenceArray<>(length);
        this.mask = length - 1;
        this.lapShift = Integer.numberOfTrailingZeros(length);
        this.capacity = capacity;
        this.reserve = capacity / RESERVED_PART;
        this.bound = capacity;
        this.maxBytes = maxBytes;
        Lap first = new Lap(0);
        for (int i = 0; i < length; i++) {
            slots.setPlain(i, first);
        }
    }

    /**
     * Puts an event in.
     *
     * @param content an event, or a {@link QueuedEvent} if there is room for its bytes, too
     * @param important whether the reserve may be used
     * @return its number, {@link #FULL} or {@link #CLOSED}
     */
    long offer(Object content, boolean important) {
        int limit = important ? capacity : unreserved();
        while (true) {
            long number = claimed.get();
            if (number - released.get() >= limit) {
                return FULL;
            }
            int slot = (int) number & mask;
            Object found = slots.getAcquire(slot);
            if (found == END) {
                return CLOSED;
            }
            if (!(found instanceof Lap lap)) {
                claim(number, found);
            } else if (lap.number == number >>> lapShift) {
                if (content instanceof QueuedEvent queued) {
                    queued.number = number;
                    if (!hasRoomFor(queued)) {
                        return FULL;
                    }
                }
                if (slots.compareAndSet(slot, lap, content)) {
                    claim(number, content);
                    return number;
                }
            }
        }
    }

    private boolean hasRoomFor(QueuedEvent large) {
        long in = bytesIn.get();
        large.total = in + large.weight;
        return large.weight == 0 || large.total - bytesOut <= Math.max(maxBytes, large.weight);
    }

    /** Counts the event of a number. Done by who put it there, or, should that have failed, by anybody. */
    private void claim(long number, Object content) {
        if (content instanceof QueuedEvent large && large.weight > 0) {
            bytesIn.accumulateAndGet(large.total, Math::max);
        }
        claimed.compareAndSet(number, number + 1);
    }

    /** Takes the next event, or returns {@code null} where there is none. For the consumer. */
    @Nullable
    ILoggingEvent take() {
        long number = taken();
        if (number - released.get() > mask) {
            return null;
        }
        Object found = slots.getAcquire((int) number & mask);
        if (found instanceof Lap) {
            return null;
        }
        if (number >= known) {
            claim(number, found);
            known = claimed.get();
        }
        ILoggingEvent event;
        if (found instanceof QueuedEvent queued) {
            if (queued.weight > 0) {
                bytesOut = queued.total;
            }
            queued.taken();
            event = queued.event;
        } else {
            event = (ILoggingEvent) found;
        }
        taken.lazySet(PADDING, number + 1);
        return event;
    }

    /** Whether an event is in, and not released. For the consumer. */
    boolean holds(QueuedEvent event) {
        return slots.getAcquire((int) event.number & mask) == event;
    }

    /**
     * Frees the room of all that was taken. For the consumer. Slots are emptied here and not one by one: what the collector notes
     * about each store is noted in memory that producers write, too.
     */
    void release() {
        long number = taken();
        for (long each = released.get(); each < number; each++) {
            long lap = (each >>> lapShift) + 1;
            if (next.number != lap) {
                next = new Lap(lap);
            }
            slots.setRelease((int) each & mask, next);
        }
        released.set(number);
    }

    /** Lets nothing in any more, unless there is something to take. For the consumer. Returns whether that is so. */
    boolean close() {
        int slot = (int) taken() & mask;
        Object found = slots.getAcquire(slot);
        return found == END || (found instanceof Lap && slots.compareAndSet(slot, found, END));
    }

    /** Sets how many events, but important ones, are taken from now on; up to the capacity. */
    void bound(long events) {
        int wanted = (int) Math.min(events, capacity);
        if (bound != wanted) {
            bound = wanted;
        }
    }

    private int unreserved() {
        return Math.min(bound, capacity - reserve);
    }

    /** How many events were put in since the start. */
    long claimed() {
        long number = claimed.get();
        // Where the ring is full to its last slot, the next number's still holds an event of the round before.
        boolean mayBeTaken = number - released.get() <= mask;
        Object found = mayBeTaken ? slots.getAcquire((int) number & mask) : END;
        if (found instanceof Lap) {
            return number;
        }
        claim(number, found);
        return claimed.get();
    }

    /** How many of them the consumer has taken. */
    long taken() {
        return taken.get(PADDING);
    }

    /** How many of those were settled: they are written, or counted as dropped. */
    long released() {
        return released.get();
    }

    /** Whether there is no room but the reserve. */
    boolean isFull() {
        return size() >= unreserved();
    }

    boolean isEmpty() {
        return released.get() == claimed();
    }

    boolean isHalfFull() {
        return size() > bound / 2;
    }

    /** Whether callers may take room although others wait: a quarter is kept for those. */
    boolean hasRoomToSpare() {
        return size() < bound - (bound + 3) / 4;
    }

    /** Released is read first: it only grows, up to what is claimed. */
    long size() {
        long from = released.get();
        return claimed.get() - from;
    }

    int capacity() {
        return capacity;
    }
}
