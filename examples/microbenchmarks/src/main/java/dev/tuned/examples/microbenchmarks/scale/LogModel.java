/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.scale;

/**
 * The load of the invalidation log in closed form.
 *
 * <p>A node's writes come at random. One that comes while nothing waits opens a window; at its end the batch is written,
 * which takes two round trips, and what comes meanwhile opens the next window when they are over. A node asks the
 * counter once per poll, and gets every other node's new batches.
 */
final class LogModel {

    private final Cluster cluster;
    private final double rate;
    private final double window;
    private final double writing;
    private final double idleShare;

    LogModel(Cluster cluster) {
        this.cluster = cluster;
        this.rate = cluster.writesPerNode();
        this.window = cluster.batchWindow();
        this.writing = 2 * cluster.roundTrip();
        this.idleShare = Math.exp(-rate * writing);
    }

    Load load() {
        double batches = cluster.nodes() * batchesPerNode();
        double gets = cluster.nodes() * (1 / poll() + othersBatches());
        double batchBytes = Cluster.BATCH_BYTES + Cluster.KEY_BYTES * rate / batchesPerNode();
        double batchesMoved = batches + cluster.nodes() * othersBatches();
        double onCounter = batches + cluster.nodes() / poll();
        return new Load(
                2 * batches + gets,
                onCounter,
                batchesMoved * batchBytes + onCounter * Cluster.COUNTER_BYTES,
                meanWait() + poll() / 2 + meanFetch(),
                percentile(0.99) + meanFetch());
    }

    /** One per idle time, window and writing; there is no idle time if a write came during the writing. */
    double batchesPerNode() {
        return 1 / (idleShare / rate + window + writing);
    }

    private double othersBatches() {
        return (cluster.nodes() - 1) * batchesPerNode();
    }

    /** Rounds of gets after the counter's, for what is new in one poll. */
    private double rounds(double poll) {
        return Math.ceil(othersBatches() * poll / Cluster.READS_AT_ONCE);
    }

    /** The poll interval, or the time of one poll's round trips where that is longer. */
    private double poll() {
        double poll = cluster.poll();
        for (int i = 0; i < 100; i++) {
            poll = Math.max(cluster.poll(), (1 + rounds(poll)) * cluster.roundTrip());
        }
        return poll;
    }

    /** From the end of the window: the count, the counter's answer, and on average the middle round of gets. */
    private double meanFetch() {
        return (1 + (rounds(poll()) + 1) / 2) * cluster.roundTrip();
    }

    /** Writes per batch: the one that opened an idle node's window, those in the window, those during the writing. */
    private double writesPerBatch() {
        return idleShare + rate * window + rate * writing;
    }

    private double meanWait() {
        return (idleShare * window + rate * window * window / 2 + rate * writing * (window + writing / 2))
                / writesPerBatch();
    }

    /** Of the wait for the batch and the poll together, by bisection. */
    private double percentile(double share) {
        double low = 0;
        double high = window + writing + poll();
        while (high - low > 1e-7) {
            double middle = (low + high) / 2;
            if (shareUpTo(middle) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private double shareUpTo(double delay) {
        double opened = idleShare * uniforms(delay - window, 0, poll());
        double gathered = rate * window * uniforms(delay, window, poll());
        double duringWriting = rate * writing * uniforms(delay - window, writing, poll());
        return (opened + gathered + duringWriting) / writesPerBatch();
    }

    /** Probability that two times, uniform up to {@code a} and up to {@code b}, are together at most {@code x}. */
    private static double uniforms(double x, double a, double b) {
        if (a <= 0) {
            return Math.min(1, Math.max(0, x / b));
        }
        return (square(x) - square(x - a) - square(x - b) + square(x - a - b)) / (2 * a * b);
    }

    private static double square(double x) {
        return (x > 0) ? x * x : 0;
    }
}
