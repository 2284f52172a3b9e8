/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A service without threads and clocks: callers that ask again as soon as they are answered, a pool of a limited size, and something
 * scarce that a share of the requests holds for a while, or fails to get in time; the others wait for their own.
 */
final class SimulatedService {

    private static final double LOOK_SECONDS = 0.05;

    /**
     * What requests do.
     *
     * @param callers that each have one request at a time
     * @param share of the requests that need what is scarce, 0 to 1
     * @param slots how many may have it
     * @param hold seconds for which they have it
     * @param timeout seconds for which they wait for it
     * @param own seconds for which the others wait
     * @param nested whether a request that has it needs a second one
     * @param random whether times are random, or always the same
     * @param slowdown share by which all times grow for each further request in service beyond 200
     * @param cpu seconds of all processors per request
     */
    record Shape(
            int callers,
            double share,
            int slots,
            double hold,
            double timeout,
            double own,
            boolean nested,
            boolean random,
            double slowdown,
            double cpu) {

        static Shape scarce(int callers, int slots, double hold, double timeout) {
            return new Shape(callers, 1, slots, hold, timeout, 0, false, false, 0, 0);
        }

        static Shape waiting(int callers, double seconds) {
            return new Shape(callers, 0, 1, 0, 0, seconds, false, false, 0, 0);
        }
    }

    private record Event(double time, long order, Runnable action) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            return (time != other.time) ? Double.compare(time, other.time) : Long.compare(order, other.order);
        }
    }

    private static final class Request {
        private boolean waitsForSlot;
        private int has;
    }

    private final Shape shape;

    private final Random random;

    private final PriorityQueue<Event> events = new PriorityQueue<>();

    private final Deque<Request> slotQueue = new ArrayDeque<>();

    private final double stalledUntil;

    private double now;

    private long order;

    private int limit;

    private int queued;

    private int active;

    private int usedSlots;

    private double cpuSeconds;

    long successes;

    long failures;

    int highest;

    SimulatedService(Shape shape, int limit, long seed) {
        this(shape, limit, seed, 0);
    }

    /** Nothing goes on for the first seconds, as in a service that has just started. */
    SimulatedService(Shape shape, int limit, long seed, double stalledSeconds) {
        stalledUntil = stalledSeconds;
        this.shape = shape;
        this.limit = limit;
        highest = limit;
        random = new Random(seed);
        queued = shape.callers();
        startQueued();
    }

    /** Goes on for some time, with that pool; null for one that stays. */
    void run(double seconds, @Nullable PoolGrowth growth) {
        long looks = Math.round(seconds / LOOK_SECONDS);
        for (long n = 0; n < looks; n++) {
            double look = now + LOOK_SECONDS;
            while (look > stalledUntil && !events.isEmpty() && events.peek().time() <= look) {
                Event event = events.poll();
                now = Math.max(now, event.time());
                event.action().run();
            }
            now = look;
            if (growth != null) {
                limit = growth.next(look());
                highest = Math.max(highest, limit);
                startQueued();
            }
        }
    }

    int limit() {
        return limit;
    }

    private Look look() {
        long nanos = (long) (now * TimeUnit.SECONDS.toNanos(1));
        return new Look(nanos, queued, active, successes, failures, cpuSeconds, 1, 0.01, 0.01);
    }

    private void at(double seconds, Runnable action) {
        events.add(new Event(now + seconds, order++, action));
    }

    private void startQueued() {
        while (active < limit && queued > 0) {
            queued--;
            active++;
            Request request = new Request();
            if (random.nextDouble() < shape.share()) {
                acquire(request);
            } else {
                at(time(shape.own()), () -> end(true));
            }
        }
    }

    private double time(double mean) {
        double slower = 1 + shape.slowdown() * Math.max(0, active - 200);
        return mean * slower * (shape.random() ? -Math.log(1 - random.nextDouble()) : 1);
    }

    private void acquire(Request request) {
        if (usedSlots < shape.slots()) {
            usedSlots++;
            acquired(request);
        } else {
            request.waitsForSlot = true;
            slotQueue.add(request);
            at(shape.timeout(), () -> {
                if (request.waitsForSlot) {
                    request.waitsForSlot = false;
                    release(request);
                    end(false);
                }
            });
        }
    }

    private void acquired(Request request) {
        request.has++;
        at(time(shape.hold()), () -> {
            if (shape.nested() && request.has == 1) {
                acquire(request);
            } else {
                release(request);
                end(true);
            }
        });
    }

    private void release(Request request) {
        for (; request.has > 0; request.has--) {
            Request next = slotQueue.poll();
            while (next != null && !next.waitsForSlot) {
                next = slotQueue.poll();
            }
            if (next == null) {
                usedSlots--;
            } else {
                next.waitsForSlot = false;
                acquired(next);
            }
        }
    }

    private void end(boolean success) {
        active--;
        cpuSeconds += shape.cpu();
        if (success) {
            successes++;
        } else {
            failures++;
        }
        queued++;
        startQueued();
    }
}
