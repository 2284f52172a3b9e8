/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import dev.tuned.threads.adaptive.CompletionWindow.Summary;

/**
 * Tells a service that has no room left from one that is merely busy, slow or stalled for a moment. Not thread-safe, but for
 * {@link #usualLatency()}.
 *
 * <p>The fastest tenth of the responses is what tells of a queue that everybody stands in: slow requests among fast ones do not
 * move it, and neither do long polls. A service that has only become slower keeps its throughput once as many requests
 * have completed as were there when that began.
 */
final class SaturationDetector {

    /** Requests in service that are never too many: as many as Tomcat's pool of threads has by default. */
    static final int UNLIMITED_BELOW = 200;

    /** Response times of the fastest tenth, as a multiple of the usual ones, that a queue explains. */
    private static final double SLOW = 3;

    /** A queue that is shorter is nobody's concern. */
    private static final double SHORTEST_QUEUE_NANOS = 20e6;

    /** Growth of the number of requests that counts as growth. */
    private static final double MORE_REQUESTS = 1.5;

    /** Growth of the throughput that shows that there is room. */
    private static final double MORE_THROUGHPUT = 1.15;

    /** Below this multiple of the usual response times there is no queue. */
    private static final double USUAL = 1.25;

    private static final double FASTER = 1;

    /** Time in which the usual response times follow a service that has become slower. */
    private static final double SLOWER_SECONDS = 60;

    private static final double SMOOTHING = 0.2;

    private volatile double usual;

    private double service;

    private double throughput;

    private boolean anchored;

    private double presentThen;

    private double throughputThen;

    private long completedSince;

    private double secondsSince;

    /** Learns from a window without a limit; whether the service is saturated. */
    boolean isSaturated(Summary window) {
        if (this.usual == 0) {
            this.usual = window.fastLatency();
            this.service = window.meanLatency();
            this.throughput = window.throughput();
        }
        boolean slow = window.fastLatency() > Math.max(SLOW * this.usual, SHORTEST_QUEUE_NANOS);
        learn(window, slow);
        if (!slow || window.present() < UNLIMITED_BELOW) {
            this.anchored = false;
            return false;
        }
        if (!this.anchored || window.present() < this.presentThen) {
            anchor(window, this.throughput);
            return false;
        }
        this.completedSince += window.completed();
        this.secondsSince += window.seconds();
        return this.completedSince > this.presentThen && judge(window);
    }

    /** As many as were there at the anchor have completed: if there was room, the throughput has followed by now. */
    private boolean judge(Summary window) {
        double since = saturatedThroughput();
        if (since > MORE_THROUGHPUT * this.throughputThen) {
            anchor(window, since);
            return false;
        }
        return window.present() > MORE_REQUESTS * this.presentThen;
    }

    private void learn(Summary window, boolean slow) {
        double known = this.usual;
        double latency = window.fastLatency();
        this.usual = known
                + (latency - known) * ((latency < known) ? FASTER : Math.min(1, window.seconds() / SLOWER_SECONDS));
        this.throughput += SMOOTHING * (window.throughput() - this.throughput);
        if (!slow) {
            double withoutQueue = window.meanLatency() * Math.min(1, this.usual / latency);
            this.service += SMOOTHING * (withoutQueue - this.service);
        }
    }

    private void anchor(Summary window, double throughputSoFar) {
        this.anchored = true;
        this.presentThen = window.present();
        this.throughputThen = throughputSoFar;
        this.completedSince = 0;
        this.secondsSince = 0;
    }

    /** Learns from a window under a limit; whether requests find no queue. */
    boolean isUsual(Summary window) {
        double known = this.usual;
        if (window.fastLatency() < known) {
            this.usual = known + FASTER * (window.fastLatency() - known);
        }
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

    /** Requests per second since saturation began to show. */
    double saturatedThroughput() {
        return this.completedSince / this.secondsSince;
    }

    /** Mean time of a request in service where nothing is saturated. */
    double serviceSeconds() {
        return this.service / 1e9;
    }
}
