/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of events for many producers and one consumer, in the order of their sequence numbers, which count from 0.
 * Producers take no lock, so a virtual thread that is pinned or unmounted holds nobody up.
 *
 * <p>A producer claims a number, then publishes its event under it. The consumer polls numbers in order, and releases them when
 * it is done with their events; only then is their room free. So {@code claimed - released} counts every event that has been
 * accepted and not dealt with, wherever it is.
 */
final class EventRing {

    static final long FULL = -1;
    private static final int RESERVED_PART = 10;

    private static final long CLOSED = Long.MIN_VALUE;

    private final AtomicReferenceArray<@Nullable ILoggingEvent> slots;
    /** Bytes of the event in each slot that count against the bound, mostly 0; written before the event, read after it. */
    private final int[] weights;

    private final long mostBytes;
    private final AtomicLong heldBytes = new AtomicLong();
    private final int reserve;
    /** Most events while callers wait; changes seldom. */
    private volatile int bound;

    private final int mask;
    private final int capacity;
    private final AtomicLong claimed = new AtomicLong();
    private final AtomicLong released = new AtomicLong();

    /**
     * Creates a ring.
     *
     * @param capacity most events; a tenth of them is kept for WARN and ERROR
     * @param mostBytes most bytes of large events together; one is always taken
     */
    EventRing(int capacity, long mostBytes) {
        int length = Integer.highestOneBit(Math.max(1, capacity - 1)) << (capacity > 1 ? 1 : 0);
        this.slots = new AtomicReferenceArray<>(length);
        this.mask = length - 1;
        this.weights = new int[length];
        this.capacity = capacity;
        this.reserve = capacity / RESERVED_PART;
        this.bound = capacity;
        this.mostBytes = mostBytes;
    }

    /**
     * Claims the next number, which must then be published, or returns {@link #FULL}; that also once closed.
     *
     * @param important whether the reserve may be used
     * @param weight bytes that count against the bound
     */
    long tryClaim(boolean important, int weight) {
        if (weight > 0 && heldBytes.addAndGet(weight) > Math.max(mostBytes, weight)) {
            heldBytes.addAndGet(-weight);
            return FULL;
        }
        int limit = important ? capacity : unreserved();
        long number = claimed.get();
        while (number >= 0 && number - released.get() < limit) {
            if (claimed.compareAndSet(number, number + 1)) {
                return number;
            }
            number = claimed.get();
        }
        if (weight > 0) {
            heldBytes.addAndGet(-weight);
        }
        return FULL;
    }

    void publish(long number, ILoggingEvent event, int weight) {
        int slot = (int) number & mask;
        if (weight > 0) {
            weights[slot] = weight;
        }
        slots.setRelease(slot, event);
    }

    /** Takes the event of a number out, or returns {@code null} where it has not been published. For the consumer. */
    @Nullable
    ILoggingEvent poll(long number) {
        int slot = (int) number & mask;
        ILoggingEvent event = slots.getAcquire(slot);
        if (event != null) {
            slots.setPlain(slot, null);
            if (weights[slot] > 0) {
                heldBytes.addAndGet(-weights[slot]);
                weights[slot] = 0;
            }
        }
        return event;
    }

    /** Frees the room of all numbers below this one. For the consumer. */
    void release(long number) {
        released.set(number);
    }

    /** Sets how many events, but important ones, are taken from now on; up to the capacity. */
    void bound(long events) {
        int next = (int) Math.min(events, capacity);
        if (bound != next) {
            bound = next;
        }
    }

    private int unreserved() {
        return Math.min(bound, capacity - reserve);
    }

    /** Lets no further number be claimed. */
    void close() {
        claimed.getAndUpdate(number -> number | CLOSED);
    }

    long claimed() {
        return claimed.get() & ~CLOSED;
    }

    long released() {
        return released.get();
    }

    /** Whether there is no room but the reserve. */
    boolean isFull() {
        return size() >= unreserved();
    }

    boolean isEmpty() {
        return size() == 0;
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
        return claimed() - from;
    }

    int capacity() {
        return capacity;
    }
}
