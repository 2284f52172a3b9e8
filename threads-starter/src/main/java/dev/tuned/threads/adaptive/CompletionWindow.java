/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** The requests that completed in a short stretch of time. Thread-safe; adding one never waits. */
final class CompletionWindow {

    /** As many as tell a tenth of them from one that is fast by chance. */
    private static final int FEWEST = 32;

    private static final int MOST_SAMPLES = 256;

    private static final long SHORTEST_NANOS = 25_000_000;

    private static final double FAST = 0.1;

    private final AtomicLongArray samples = new AtomicLongArray(MOST_SAMPLES);

    private final AtomicInteger completed = new AtomicInteger();

    private final LongAdder latencies = new LongAdder();

    private final LongAdder inService = new LongAdder();

    private volatile long begin;

    private volatile boolean begun;

    private volatile int present;

    /**
     * A window that is over.
     *
     * @param completed number of requests
     * @param seconds its length
     * @param fastLatency response time of the fastest tenth, in nanoseconds
     * @param meanLatency mean response time, in nanoseconds
     * @param meanInService requests in service, as the completed ones saw it
     * @param present requests in service or waiting at its end
     */
    record Summary(
            int completed, double seconds, double fastLatency, double meanLatency, double meanInService, int present) {

        /** Requests per second. */
        double throughput() {
            return this.completed / this.seconds;
        }
    }

    /** Adds a request; whether the window may be closed with it. */
    boolean add(long now, long durationNanos, int requestsInService, int requestsPresent) {
        if (!this.begun) {
            this.begin = now;
            this.begun = true;
        }
        int index = this.completed.getAndIncrement();
        if (index < MOST_SAMPLES) {
            this.samples.set(index, durationNanos);
        }
        this.latencies.add(durationNanos);
        this.inService.add(requestsInService);
        this.present = requestsPresent;
        return index >= FEWEST - 1 && now - this.begin >= SHORTEST_NANOS;
    }

    /** Ends the window and begins the next; empty if another thread has just done so. To be called by one thread at a time. */
    Optional<Summary> close(long now) {
        long nanos = now - this.begin;
        int count = this.completed.get();
        if (count < FEWEST || nanos < SHORTEST_NANOS) {
            return Optional.empty();
        }
        long[] sorted = new long[Math.min(count, MOST_SAMPLES)];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = this.samples.get(i);
        }
        Arrays.sort(sorted);
        Summary summary = new Summary(
                count,
                nanos / 1e9,
                sorted[(int) (FAST * sorted.length)],
                this.latencies.sumThenReset() / (double) count,
                this.inService.sumThenReset() / (double) count,
                this.present);
        this.begin = now;
        this.completed.set(0);
        return Optional.of(summary);
    }
}
