/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * The callers that found the ring full, first come, first served. The writer itself puts their events into the ring when there is
 * room: so it never waits for a caller to be scheduled, which a virtual thread may not be while those behind it hold all carriers.
 */
final class WaitingLine {

    /** So long callers that wait may be left to wait for more room, that many of them are woken for it. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Queue<Waiter> line = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Waiter> admitted = new ArrayDeque<>();
    private long admittedAt = System.nanoTime();

    Waiter join(ILoggingEvent event) {
        Waiter waiter = new Waiter(event);
        line.add(waiter);
        return waiter;
    }

    boolean isEmpty() {
        return line.isEmpty();
    }

    /** Who stands at the end, or {@code null}. */
    @Nullable
    Waiter last() {
        Waiter last = null;
        for (Waiter waiter : line) {
            last = waiter;
        }
        return last;
    }

    /**
     * Moves events into the ring while it has room, if it has much or the last time was a while ago. For the writer.
     *
     * <p>Waking callers is what a full ring costs. So they come back to much room; and nobody is woken before all have been moved, or
     * the first would find others still in line, have to join it again, and every event would cost a wake-up.
     */
    void admit(EventRing ring) {
        if (line.isEmpty() || (!ring.isRoomy() && System.nanoTime() - admittedAt < GATHER_NANOS)) {
            return;
        }
        moveInto(ring);
        admittedAt = System.nanoTime();
        for (Waiter waiter = admitted.poll(); waiter != null; waiter = admitted.poll()) {
            waiter.wake();
        }
    }

    private void moveInto(EventRing ring) {
        for (Waiter first = line.peek(); first != null && !ring.isFull(); first = line.peek()) {
            if (first.take()) {
                long number = ring.tryClaim();
                if (number == EventRing.FULL) {
                    // A caller was quicker that had looked before anybody stood in line.
                    first.putBack();
                    return;
                }
                ring.publish(number, first.event());
                first.finish(number);
                admitted.add(first);
            }
            // By name: where the writer is given up, another thread clears the line.
            line.remove(first);
        }
    }

    /** Sends everybody away. */
    void refuse(Consumer<ILoggingEvent> drop) {
        for (Waiter waiter = line.poll(); waiter != null; waiter = line.poll()) {
            if (waiter.take()) {
                drop.accept(waiter.event());
                waiter.finish(EventRing.FULL);
                waiter.wake();
            }
        }
    }
}
