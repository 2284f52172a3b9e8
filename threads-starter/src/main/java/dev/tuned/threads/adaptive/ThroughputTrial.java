/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

/** Throughput under one limit, and what it was under the limit before. Not thread-safe. */
final class ThroughputTrial {

    private long completed;

    private double seconds;

    private double throughputBefore;

    private double limitBefore;

    /** Adds a window; whether there are enough completions to judge the limit. */
    boolean add(CompletionWindow.Summary window, int enough) {
        this.completed += window.completed();
        this.seconds += window.seconds();
        return this.completed >= enough;
    }

    /** Requests per second. */
    double throughput() {
        return this.completed / this.seconds;
    }

    /** That of the limit before, 0 where there is none to compare with. */
    double throughputBefore() {
        return this.throughputBefore;
    }

    double limitBefore() {
        return this.limitBefore;
    }

    /** Begins with another limit, or anew by zeros. */
    void restart(double throughputOfLast, double lastLimit) {
        this.completed = 0;
        this.seconds = 0;
        this.throughputBefore = throughputOfLast;
        this.limitBefore = lastLimit;
    }
}
