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

    /** Claims the next number if there is room, or returns {@link #FULL}. */
    long tryClaim() {
        long number;
        do {
            number = claimed.get();
            if (!hasRoom(number)) {
                return FULL;
            }
        } while (!claimed.compareAndSet(number, number + 1));
        return number;
    }

    /** Claims the next number, to be published when there {@linkplain #hasRoom is room} for it. It cannot be given back. */
    long claimInAdvance() {
        return claimed.getAndIncrement();
    }

    boolean hasRoom(long number) {
        return number - released.get() < capacity;
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

    boolean isPublished(long number) {
        return slots.getAcquire((int) number & mask) != null;
    }

    /** Frees the room of all numbers below this one. For the consumer. */
    void release(long number) {
        released.set(number);
    }

    long claimed() {
        return claimed.get();
    }

    long released() {
        return released.get();
    }

    /** Whether there are callers that wait for room, or will with the next event. */
    boolean isFull() {
        return claimed.get() - released.get() >= capacity;
    }

    boolean isHalfFull() {
        return claimed.get() - released.get() > capacity / 2;
    }

    int capacity() {
        return capacity;
    }
}
