/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** Time that passes only when a test says so, and what happens in it, on the test's own thread. */
final class VirtualTime {

    private final Queue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private long now = 1_000_000_000;
    private long order;

    private record Event(long at, long order, Runnable task) {}

    long now() {
        return now;
    }

    void at(long time, Runnable task) {
        events.add(new Event(Math.max(now, time), order++, task));
    }

    void pass(Duration time) {
        long end = now + time.toNanos();
        for (Event next = events.peek(); next != null && next.at <= end; next = events.peek()) {
            events.remove();
            now = next.at;
            next.task.run();
        }
        now = end;
    }
}
