/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import ch.qos.logback.classic.spi.ILoggingEvent;

/**
 * The callers that found the ring full, first come, first served. The writer itself puts their events into the ring when there is
 * room: so it never waits for a caller to be scheduled, which a virtual thread may not be while those behind it hold all carriers.
 */
final class WaiterQueue {

    /** How long callers that wait may be left to wait for more room. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    /** Callers let in at a time. */
    private static final int MAX_ADMITTED = 32;

    /** Time between two such groups while the ring still has events: those let in before use the room meanwhile. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Waiter> admitted = new ArrayDeque<>();
    private long admittedAt = System.nanoTime();

    Waiter join(ILoggingEvent event, int weight) {
        Waiter waiter = new Waiter(event, weight);
        waiters.add(waiter);
        return waiter;
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    int size() {
        return waiters.size();
    }

    /**
     * Moves the events of the first callers into the ring while it has room, if half of it is free or the last time was a while
     * ago. For the writer.
     *
     * <p>To wake callers is what a full ring costs, more than to write a line, so few are woken at a time, and come back to room for
     * many events each.
     */
    void admit(EventRing ring) {
        if (waiters.isEmpty()) {
            return;
        }
        long since = System.nanoTime() - admittedAt;
        if (since < GATHER_NANOS && (ring.isHalfFull() || (since < PAUSE_NANOS && !ring.isEmpty()))) {
            return;
        }
        admit(ring, MAX_ADMITTED);
    }

    /** Moves as many events into the ring as it has room for. */
    void admitAll(EventRing ring) {
        admit(ring, Integer.MAX_VALUE);
    }

    private void admit(EventRing ring, int most) {
        moveInto(ring, most);
        admittedAt = System.nanoTime();
        for (Waiter waiter = admitted.poll(); waiter != null; waiter = admitted.poll()) {
            waiter.wake();
        }
    }

    private void moveInto(EventRing ring, int most) {
        for (Waiter first = waiters.peek(); first != null && admitted.size() < most; first = waiters.peek()) {
            boolean inDoubt = first.isInDoubt();
            if (inDoubt || first.take()) {
                boolean isIn = inDoubt && ring.holds(first);
                if (!isIn && ring.offer(first, AsyncQueue.isImportant(first.event)) < 0) {
                    // No room, or a caller was quicker that had looked before anybody stood in line.
                    first.putBack();
                    return;
                }
                first.finish();
                admitted.add(first);
            }
            waiters.poll();
        }
    }

    /** Drops the events of all waiting callers. For the writer, after {@link #admitAll} or when the ring is empty. */
    void refuse(Consumer<ILoggingEvent> drop) {
        for (Waiter first = waiters.peek(); first != null; first = waiters.peek()) {
            if (first.take() || first.isInDoubt()) {
                drop.accept(first.event);
                first.number = EventRing.DROPPED;
                first.finish();
                first.wake();
            }
            waiters.poll();
        }
    }
}
