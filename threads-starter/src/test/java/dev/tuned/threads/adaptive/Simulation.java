/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;

import dev.tuned.threads.ConcurrencyLimit;

/**
 * A server behind a limit, event by event in virtual time: requests arrive whatever the server does, or from clients that
 * wait for their answer, are let in, wait up to a quarter of a second or are rejected. The same seed gives the same run.
 */
final class Simulation {

    private static final double STEP = 0.01;

    /** After which a rejected client comes again. */
    private static final double RETRY = 0.1;

    /** The default of tuned.threads.web.max-wait. */
    static final Duration MAX_WAIT = Duration.ofMillis(250);

    /** Between requests that begin together. */
    private static final double APART = 2e-6;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private final Queue<Request> poolQueue = new ArrayDeque<>();
    private final SplittableRandom random;
    private final ConcurrencyLimit limit;
    private Rate rate = time -> 0;
    private Work work = (time, random) -> 0;
    private int connections = Integer.MAX_VALUE;
    private int clients;
    private double pauseEvery;
    private double pauseLength;
    private double now;
    private long sequence;
    private int inService;
    private int waitingCount;
    private int inPool;
    private double lastBegun;
    private Tally tally = new Tally();

    Simulation(ConcurrencyLimit limit, long seed) {
        this.limit = limit;
        this.random = new SplittableRandom(seed);
        arrive();
    }

    /** Requests a second at a time. */
    interface Rate {

        double at(double time);
    }

    /** How long the service of a request takes, in seconds. */
    interface Work {

        double seconds(double time, SplittableRandom random);
    }

    private record Event(double time, long order, Runnable action) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(this.time, other.time);
            return (byTime != 0) ? byTime : Long.compare(this.order, other.order);
        }
    }

    private record Request(double arrived, double begun, Runnable answered) {}

    private static final class Waiting {

        final double arrived;
        final Runnable answered;
        boolean gone;

        Waiting(double arrived, Runnable answered) {
            this.arrived = arrived;
            this.answered = answered;
        }
    }

    /** What happened in a stretch of time. */
    static final class Tally {

        private static final double FACTOR = Math.log(1.02);
        private static final double SHORTEST = 1e-4;

        private final long[] latencies = new long[1000];
        long succeeded;
        long rejected;

        private void add(double latency) {
            this.succeeded++;
            this.latencies[Math.max(0, (int) (Math.log(latency / SHORTEST) / FACTOR))]++;
        }

        /** Seconds from the arrival to the answer, within 2 %. */
        double latency(double quantile) {
            long left = (long) (quantile * this.succeeded);
            int bucket = 0;
            while (left >= this.latencies[bucket]) {
                left -= this.latencies[bucket++];
            }
            return SHORTEST * Math.exp(FACTOR * (bucket + 1));
        }
    }

    /** Requests a second, from now on. */
    Simulation rate(double perSecond) {
        return rate(time -> perSecond);
    }

    Simulation rate(Rate perSecondAtTime) {
        this.rate = perSecondAtTime;
        return this;
    }

    /** Clients that send their next request as soon as they have an answer. */
    Simulation clients(int number) {
        this.clients += number;
        for (int client = 0; client < number; client++) {
            at(this.now, this::again);
        }
        return this;
    }

    private void again() {
        enter(() -> at(this.now, this::again));
    }

    /** Connections of the downstream pool, each held for the length of a request's work; no more than there are. */
    Simulation connections(int number) {
        this.connections = number;
        return this;
    }

    Simulation work(double seconds) {
        return work((time, any) -> seconds);
    }

    Simulation work(Work secondsOfWork) {
        this.work = secondsOfWork;
        return this;
    }

    /** Nothing goes on for a while again and again, as in a pause of the collector. */
    Simulation pauses(double every, double length) {
        this.pauseEvery = every;
        this.pauseLength = length;
        return this;
    }

    /** Goes on for so many seconds; what happened in them. */
    Tally run(double seconds) {
        this.tally = new Tally();
        double end = this.now + seconds;
        while (this.events.element().time() < end) {
            Event event = this.events.remove();
            double free = afterPause(event.time());
            if (free > event.time()) {
                this.events.add(new Event(free, event.order(), event.action()));
            } else {
                this.now = event.time();
                event.action().run();
            }
        }
        this.now = end;
        return this.tally;
    }

    int clients() {
        return this.clients;
    }

    double rateAt(double time) {
        return this.rate.at(time);
    }

    double workAt(double time, SplittableRandom any) {
        return this.work.seconds(time, any);
    }

    /** The time itself, or the end of the pause in which it is. */
    double afterPause(double time) {
        if (this.pauseEvery == 0) {
            return time;
        }
        double since = time % this.pauseEvery;
        return (time > this.pauseEvery && since < this.pauseLength) ? time - since + this.pauseLength : time;
    }

    private void at(double time, Runnable action) {
        this.events.add(new Event(time, this.sequence++, action));
    }

    private void arrive() {
        double perSecond = this.rate.at(this.now);
        // A rate is looked at again soon, because it may change.
        double gap = -Math.log(1 - this.random.nextDouble()) / perSecond;
        boolean arrives = gap < STEP;
        at(this.now + Math.min(gap, STEP), () -> {
            if (arrives) {
                enter(() -> {});
            }
            arrive();
        });
    }

    private void enter(Runnable answered) {
        if (this.waitingCount == 0 && this.inService < this.limit.current()) {
            serve(this.now, answered);
            return;
        }
        if (this.waitingCount >= this.limit.mostWaiting()) {
            this.tally.rejected++;
            at(this.now + RETRY, answered);
            return;
        }
        Waiting one = new Waiting(this.now, answered);
        this.waiting.add(one);
        this.waitingCount++;
        admit();
        at(this.now + MAX_WAIT.toMillis() / 1e3, () -> giveUp(one));
    }

    private void giveUp(Waiting one) {
        if (!one.gone) {
            one.gone = true;
            this.waitingCount--;
            if (this.limit.isRejecting()) {
                this.tally.rejected++;
                one.answered.run();
            } else {
                serve(one.arrived, one.answered);
            }
        }
    }

    private void admit() {
        while (this.waitingCount > 0 && this.inService < this.limit.current()) {
            Waiting first = this.waiting.remove();
            if (!first.gone) {
                first.gone = true;
                this.waitingCount--;
                serve(first.arrived, first.answered);
            }
        }
    }

    private void serve(double arrived, Runnable answered) {
        this.inService++;
        this.lastBegun = Math.max(this.now, this.lastBegun + APART);
        connect(new Request(arrived, this.lastBegun, answered));
    }

    private void connect(Request request) {
        if (this.inPool >= this.connections) {
            this.poolQueue.add(request);
            return;
        }
        this.inPool++;
        at(this.now + this.work.seconds(this.now, this.random), () -> {
            this.inPool--;
            Request next = this.poolQueue.poll();
            if (next != null) {
                connect(next);
            }
            end(request);
        });
    }

    private void end(Request request) {
        long start = Math.round(request.begun() * 1e9);
        long duration = Math.max(1, Math.round((this.now - request.begun()) * 1e9));
        this.limit.onCompleted(start, duration, this.inService, this.waitingCount);
        this.inService--;
        this.tally.add(this.now - request.arrived());
        admit();
        request.answered().run();
    }
}
