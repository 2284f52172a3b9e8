/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.util.concurrent.TimeUnit;

/**
 * Measures the response time without a queue while the load never lets up: halves the limit, one window after the other,
 * until that no longer shortens the responses. Half of a queue is half the time in it; what does not get shorter is the work
 * itself. Envoy does the same at a fixed lowest limit for 50 requests a minute. Not thread-safe.
 */
final class Descent {

    private static final double LOWEST = 2;

    /** Above this share of the time at twice the limit, a response time was not queueing. */
    private static final double NO_QUEUE = 0.75;

    /** A baseline that is found to have changed by less is confirmed. */
    private static final double SIMILAR = 1.25;

    private static final long SHORTEST_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LONGEST_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(16);

    /** The lowest step costs up to half the throughput for its part: so many times the length of all passes before the next descent. */
    private static final int REST = 40;

    private static final int SHORT_REST = 10;

    private boolean underWay;

    private boolean ended;

    private long began;

    private long end;

    private double throughput;

    private long interval = SHORTEST_INTERVAL_NANOS;

    boolean isUnderWay() {
        return this.underWay;
    }

    /** Whether it is time for one; {@code doubted} if response times no longer fit the baseline. */
    boolean isDue(long now, boolean doubted) {
        if (!this.ended) {
            return true;
        }
        long took = this.end - this.began;
        return now - this.end > (doubted ? SHORT_REST * took : Math.max(this.interval, REST * took));
    }

    /** The first limit to measure at. */
    double begin(long now, double latency, double inFlight) {
        this.underWay = true;
        this.began = now;
        this.throughput = inFlight / latency;
        return next(inFlight);
    }

    boolean leadsOn(double latency, double latencyAtTwice, double limit) {
        return latency < NO_QUEUE * latencyAtTwice && limit > LOWEST;
    }

    double next(double limit) {
        return Math.max(LOWEST, limit / 2);
    }

    /** The baseline was found. While each confirms the one before, they become rarer. */
    void end(long now, double baseline, double previousBaseline) {
        this.underWay = false;
        this.ended = true;
        this.end = now;
        boolean confirmed = baseline < SIMILAR * previousBaseline && previousBaseline < SIMILAR * baseline;
        this.interval = confirmed ? Math.min(LONGEST_INTERVAL_NANOS, 2 * this.interval) : SHORTEST_INTERVAL_NANOS;
    }

    /** The baseline has changed in some other way. */
    void hurry() {
        this.interval = SHORTEST_INTERVAL_NANOS;
    }

    /** Requests per nanosecond before the descent. */
    double throughput() {
        return this.throughput;
    }
}
