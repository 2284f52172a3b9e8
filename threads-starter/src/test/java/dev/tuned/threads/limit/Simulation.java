/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/**
 * A server behind a limit, event by event in virtual time: requests arrive at random whatever the server does, are let in
 * or rejected at once, and need a downstream pool. The same seed gives the same run.
 */
final class Simulation {

    private static final double STEP = 0.01;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Queue<Request> poolQueue = new ArrayDeque<>();
    private final SplittableRandom random = new SplittableRandom(42);
    private final ConcurrencyLimit limit;
    private DoubleUnaryOperator rate = time -> 0;
    private DoubleUnaryOperator held = time -> 0;
    private double pooledShare = 1;
    private double alone;
    private int connections = 16;
    private double now;
    private long sequence;
    private double pausedUntil;
    private int inFlight;
    private int inPool;
    private double failing;
    private Tally tally = new Tally();

    Simulation(ConcurrencyLimit limit) {
        this.limit = limit;
        arrive();
        at(0, this::look);
    }

    private record Event(double time, long order, Runnable action) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(this.time, other.time);
            return (byTime != 0) ? byTime : Long.compare(this.order, other.order);
        }
    }

    private record Request(double begun, int inFlight) {}

    /** What happened in a stretch of time; seconds. */
    static final class Tally {

        int succeeded;
        int rejected;
        final List<Double> latencies = new ArrayList<>();
        final List<Integer> limits = new ArrayList<>();
        final List<Integer> waitingInPool = new ArrayList<>();

        double latency(double quantile) {
            List<Double> sorted = this.latencies.stream().sorted().toList();
            return sorted.get((int) (quantile * (sorted.size() - 1)));
        }

        double limit() {
            return this.limits.stream().mapToInt(Integer::intValue).average().orElseThrow();
        }

        int lowestLimit() {
            return this.limits.stream().mapToInt(Integer::intValue).min().orElseThrow();
        }

        int highestLimit() {
            return this.limits.stream().mapToInt(Integer::intValue).max().orElseThrow();
        }
    }

    /** So many requests a second, from now on. */
    Simulation rate(double perSecond) {
        return rate(time -> perSecond);
    }

    Simulation rate(DoubleUnaryOperator perSecondAtTime) {
        this.rate = perSecondAtTime;
        return this;
    }

    /** Connections of the downstream pool. */
    Simulation connections(int number) {
        this.connections = number;
        return this;
    }

    /** Each request holds a connection so long. */
    Simulation held(double seconds) {
        this.held = any -> seconds;
        return this;
    }

    /** How long a request holds a connection, from a random number between 0 and 1. */
    Simulation held(DoubleUnaryOperator secondsOfRandom) {
        this.held = secondsOfRandom;
        return this;
    }

    /** Only this share of the requests needs a connection; each also takes so many seconds without one. */
    Simulation pooledShare(double share, double secondsWithout) {
        this.pooledShare = share;
        this.alone = secondsWithout;
        return this;
    }

    /** This share of the requests fails as an overloaded server does. */
    Simulation failing(double share) {
        this.failing = share;
        return this;
    }

    /** Nothing goes on for so long, as in a pause of the collector. */
    Simulation pause(double seconds) {
        this.pausedUntil = this.now + seconds;
        return this;
    }

    /** Goes on for so many seconds; what happened in them. */
    Tally run(double seconds) {
        this.tally = new Tally();
        double end = this.now + seconds;
        while (this.events.element().time() < end) {
            Event event = this.events.remove();
            if (event.time() < this.pausedUntil) {
                at(this.pausedUntil, event.action());
            } else {
                this.now = event.time();
                event.action().run();
            }
        }
        this.now = end;
        return this.tally;
    }

    private void at(double time, Runnable action) {
        this.events.add(new Event(time, this.sequence++, action));
    }

    private void look() {
        this.tally.limits.add(this.limit.current());
        this.tally.waitingInPool.add(this.poolQueue.size());
        at(this.now + STEP, this::look);
    }

    private void arrive() {
        double perSecond = this.rate.applyAsDouble(this.now);
        // A rate is looked at again soon, because it may change.
        double gap = -Math.log(1 - this.random.nextDouble()) / perSecond;
        boolean arrives = gap < STEP;
        at(this.now + Math.min(gap, STEP), () -> {
            if (arrives) {
                enter();
            }
            arrive();
        });
    }

    private void enter() {
        if (this.inFlight >= this.limit.current()) {
            this.tally.rejected++;
            return;
        }
        this.inFlight++;
        Request request = new Request(this.now, this.inFlight);
        boolean pooled = this.random.nextDouble() < this.pooledShare;
        at(this.now + this.alone, () -> {
            if (pooled) {
                connect(request);
            } else {
                end(request);
            }
        });
    }

    private void connect(Request request) {
        if (this.inPool >= this.connections) {
            this.poolQueue.add(request);
            return;
        }
        this.inPool++;
        at(this.now + this.held.applyAsDouble(this.random.nextDouble()), () -> {
            this.inPool--;
            Request next = this.poolQueue.poll();
            if (next != null) {
                connect(next);
            }
            end(request);
        });
    }

    private void end(Request request) {
        this.inFlight--;
        double latency = this.now - request.begun();
        long start = Math.round(request.begun() * 1e9);
        long duration = Math.max(1, Math.round(latency * 1e9));
        this.limit.onCompleted(start, duration, request.inFlight(), this.random.nextDouble() < this.failing);
        this.tally.succeeded++;
        this.tally.latencies.add(latency);
    }
}
