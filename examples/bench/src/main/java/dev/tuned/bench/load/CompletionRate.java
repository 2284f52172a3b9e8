/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.util.Arrays;

/**
 * Completions per second, over a whole number of the shortest latencies from the first completion on.
 *
 * <p>Requests that take equally long complete in bursts, one per latency, and n bursts have n - 1 latencies between
 * them: all completions divided by the time from the first to the last are too many by a burst. In a time of n
 * latencies, begun with a burst, there are n of them: each thread of the server completes one request in each. Where the
 * latency is short, it makes no difference.
 */
final class CompletionRate {

    private static final double NANOS_PER_SECOND = 1e9;

    private long[] times = new long[1024];
    private int count;
    private long shortest = Long.MAX_VALUE;

    /**
     * Adds a completion.
     *
     * @param nanos when it was; not before the one that was added last
     * @param latencyNanos the latency of the request
     */
    void add(long nanos, long latencyNanos) {
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
        }
        times[count++] = nanos;
        shortest = Math.min(shortest, Math.max(1, latencyNanos));
    }

    int count() {
        return count;
    }

    /** The rate; 0 where the time is shorter than a latency, so that it cannot be told. */
    double perSecond() {
        long latencies = count == 0 ? 0 : (times[count - 1] - times[0]) / shortest;
        if (latencies == 0) {
            return 0;
        }
        long whole = latencies * shortest;
        int completed = count;
        while (times[completed - 1] >= times[0] + whole) {
            completed--;
        }
        return completed * NANOS_PER_SECOND / whole;
    }
}
