/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import dev.tuned.threads.adaptive.CompletionWindow.Summary;

/**
 * What a service is like without a queue: its usual response times and throughput. Not thread-safe, but for
 * {@link #usualLatency()}.
 *
 * <p>The fastest tenth of the responses is what tells of a queue that everybody stands in: slow requests among fast ones do not
 * move it, and neither do long polls.
 */
final class Baseline {

    /** Response times of the fastest tenth, as a multiple of the usual ones, that a queue explains. */
    private static final double SLOW = 3;

    /** A queue that is shorter is nobody's concern. */
    private static final double SHORTEST_QUEUE_NANOS = 20e6;

    /** Below this multiple of the usual response times there is no queue. */
    private static final double USUAL = 1.25;

    /** Time in which the usual response times follow a service that has become slower. */
    private static final double SLOWER_SECONDS = 60;

    private static final double SMOOTHING = 0.2;

    private volatile double usual;

    private double service;

    private double throughput;

    /** Learns from a window without a limit. */
    void learn(Summary window) {
        double latency = window.fastLatency();
        if (this.usual == 0) {
            this.usual = latency;
            this.service = window.meanLatency();
            this.throughput = window.throughput();
        }
        boolean slow = latency > Math.max(SLOW * this.usual, SHORTEST_QUEUE_NANOS);
        this.usual = (latency < this.usual)
                ? latency
                : this.usual + (latency - this.usual) * Math.min(1, window.seconds() / SLOWER_SECONDS);
        this.throughput += SMOOTHING * (window.throughput() - this.throughput);
        if (!slow) {
            double withoutQueue = window.meanLatency() * Math.min(1, this.usual / latency);
            this.service += SMOOTHING * (withoutQueue - this.service);
        }
    }

    /** Learns from a window under a limit; whether requests find no queue. */
    boolean isUsual(Summary window) {
        double known = this.usual;
        this.usual = Math.min(known, window.fastLatency());
        return window.fastLatency() < USUAL * known;
    }

    /** Response time of the fastest tenth where nothing is saturated, in nanoseconds. */
    double usualLatency() {
        return this.usual;
    }

    /** Requests per second of late. */
    double throughput() {
        return this.throughput;
    }

    /** Mean time of a request in service where nothing is saturated. */
    double serviceSeconds() {
        return this.service / 1e9;
    }
}
