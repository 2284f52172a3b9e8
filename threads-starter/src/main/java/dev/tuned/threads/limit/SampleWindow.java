/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.util.concurrent.TimeUnit;

/** What the requests of one stretch of time looked like, all under the same limit. Not thread-safe. */
final class SampleWindow {

    private static final int ENOUGH_SAMPLES = 40;

    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Where requests are so slow or so rare that there are not enough of them in this time, fewer have to do. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int FEW_SAMPLES = 10;

    /** So long at most is waited for requests to end that began under an earlier limit. */
    private static final long LONGEST_SETTLING_NANOS = TimeUnit.SECONDS.toNanos(10);

    private boolean begun;
    private long from;
    private long settling;
    private int completed;
    private int dropped;
    private double nanos;
    private double squaredNanos;
    private double inFlight;

    /** Adds a request; tells whether the window is full with it. */
    boolean add(long endNanos, long durationNanos, int requestsInFlight, boolean requestDropped) {
        if (!this.begun) {
            this.begun = true;
            this.from = endNanos;
        }
        long age = endNanos - this.from;
        if (age < 0) {
            return false;
        }
        this.inFlight += requestsInFlight;
        if (requestDropped) {
            this.dropped++;
        } else {
            this.completed++;
            this.nanos += durationNanos;
            this.squaredNanos += (double) durationNanos * durationNanos;
        }
        int samples = this.completed + this.dropped;
        return (age >= Math.max(SHORTEST_NANOS, this.settling) && effective() >= ENOUGH_SAMPLES)
                || (age >= LONG_NANOS && samples >= FEW_SAMPLES);
    }

    private double effective() {
        double equal = (this.squaredNanos == 0) ? 0 : this.nanos * this.nanos / this.squaredNanos;
        return equal + this.dropped;
    }

    /** Mean response time, without those of dropped requests; 0 if all were. */
    double latency() {
        return (this.completed == 0) ? 0 : this.nanos / this.completed;
    }

    /** Mean number of requests in flight. */
    double inFlight() {
        return this.inFlight / (this.completed + this.dropped);
    }

    double dropShare() {
        return (double) this.dropped / (this.completed + this.dropped);
    }

    /**
     * Begins anew once the requests now in flight are through. What is in flight at one moment are the slow ones rather than
     * the fast: their mean is weighted by the time each takes.
     */
    void restart(long now) {
        if (this.nanos > 0) {
            this.settling = Math.min(LONGEST_SETTLING_NANOS, (long) (this.squaredNanos / this.nanos));
        }
        this.from = now + this.settling;
        this.completed = 0;
        this.dropped = 0;
        this.nanos = 0;
        this.squaredNanos = 0;
        this.inFlight = 0;
    }
}
