/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import java.util.ArrayList;
import java.util.List;

import dev.tuned.threads.ConcurrencyLimit;

/**
 * The gradient controller of Envoy's adaptive concurrency filter with the defaults of its documentation: the median of windows
 * of 100 ms, a minimum round trip measured each minute by 50 requests at a limit of 3, a buffer of a quarter, at most 1000.
 */
final class EnvoyGradient implements ConcurrencyLimit {

    private static final int LOWEST = 3;
    private static final int MOST = 1000;
    private static final int MEASURED = 50;
    private static final double BUFFER = 0.25;
    private static final long WINDOW_NANOS = 100_000_000L;
    private static final long INTERVAL_NANOS = 60_000_000_000L;

    private final List<Long> samples = new ArrayList<>();
    private double limit = LOWEST;
    private double before = LOWEST;
    private double minimum;
    private boolean measuring = true;
    private long begin;
    private long measured;

    @Override
    public int current() {
        return this.measuring ? LOWEST : (int) this.limit;
    }

    @Override
    public void onCompleted(long startNanos, long durationNanos, int inService, int waiting) {
        long now = startNanos + durationNanos;
        if (this.measuring) {
            if (startNanos >= this.begin) {
                this.samples.add(durationNanos);
            }
            if (this.samples.size() >= MEASURED) {
                this.minimum = median();
                this.measuring = false;
                this.limit = this.before;
                this.measured = now;
                restart(now);
            }
            return;
        }
        this.samples.add(durationNanos);
        if (now - this.begin >= WINDOW_NANOS) {
            double gradient = Math.max(0.5, Math.min(2, this.minimum * (1 + BUFFER) / median()));
            double next = this.limit * gradient;
            this.limit = Math.max(LOWEST, Math.min(MOST, next + Math.sqrt(next)));
            restart(now);
        }
        if (now - this.measured >= INTERVAL_NANOS) {
            this.before = this.limit;
            this.measuring = true;
            restart(now);
        }
    }

    private void restart(long now) {
        this.samples.clear();
        this.begin = now;
    }

    private double median() {
        List<Long> sorted = this.samples.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
