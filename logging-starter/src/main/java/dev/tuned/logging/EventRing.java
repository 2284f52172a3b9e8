/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

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

    private static final long CLOSED = Long.MIN_VALUE;

    private final AtomicReferenceArray<@Nullable ILoggingEvent> slots;
    private final int mask;
    private final int capacity;
    private final AtomicLong claimed = new AtomicLong();
    private final AtomicLong released = new AtomicLong();

    EventRing(int capacity) {
        int length = Integer.highestOneBit(Math.max(1, capacity - 1)) << (capacity > 1 ? 1 : 0);
        this.slots = new AtomicReferenceArray<>(length);
        this.mask = length - 1;
        this.capacity = capacity;
    }

    /** Claims the next number, which must then be published, or returns {@link #FULL}; that also once closed. */
    long tryClaim() {
        long number;
        do {
            number = claimed.get();
            if (number < 0 || number - released.get() >= capacity) {
                return FULL;
            }
        } while (!claimed.compareAndSet(number, number + 1));
        return number;
    }

    void publish(long number, ILoggingEvent event) {
        slots.setRelease((int) number & mask, event);
    }

    /** Takes the event of a number out, or returns {@code null} where it has not been published. For the consumer. */
    @Nullable
    ILoggingEvent poll(long number) {
        int slot = (int) number & mask;
        ILoggingEvent event = slots.getAcquire(slot);
        if (event != null) {
            slots.setPlain(slot, null);
        }
        return event;
    }

    /** Frees the room of all numbers below this one. For the consumer. */
    void release(long number) {
        released.set(number);
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

    boolean isFull() {
        return size() >= capacity;
    }

    /** Whether at least a quarter is free, and room for one. */
    boolean isRoomy() {
        return size() <= capacity - Math.max(1, capacity / 4);
    }

    boolean isHalfFull() {
        return size() > capacity / 2;
    }

    /** Released is read first: it only grows, up to what is claimed. */
    private long size() {
        long from = released.get();
        return claimed() - from;
    }

    int capacity() {
        return capacity;
    }
}
