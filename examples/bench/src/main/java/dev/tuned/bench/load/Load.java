/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The amount and the kind of a load.
 *
 * @param requests how many requests are sent
 * @param connections how many connections carry them, each with one request at a time
 * @param ratePerSecond how many requests start per second, whatever the server does: their latency counts from when
 *     they should have started, so that a stalled server cannot hide the requests it delayed; 0 for a closed loop
 * @param timeout how long a response may take before it counts as failed
 * @param mostFailures how many requests may fail before the load ends
 * @param over when it says so the load ends, whatever has no answer yet
 * @param starting how long requests start; those that have started by then get their answers
 */
public record Load(
        long requests,
        int connections,
        double ratePerSecond,
        Duration timeout,
        long mostFailures,
        BooleanSupplier over,
        Duration starting) {

    public static final Duration TIMEOUT = Duration.ofMinutes(1);
    /** The number of failures after which a load has no use. */
    private static final long MAX_FAILURES = 20;

    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    /** Each connection sends its next request as soon as it has a response. */
    public static Load closed(long requests, int connections) {
        return open(requests, connections, 0);
    }

    /** Open loop at the given rate. */
    public static Load open(long requests, int connections, double ratePerSecond) {
        return new Load(requests, connections, ratePerSecond, TIMEOUT, MAX_FAILURES, () -> false, FOREVER);
    }

    /** Open loop at a rate, or closed for {@code null}. */
    public static Load of(long requests, int connections, @Nullable Double ratePerSecond) {
        return ratePerSecond == null ? closed(requests, connections) : open(requests, connections, ratePerSecond);
    }

    /** Whether requests start at a rate. */
    boolean open() {
        return ratePerSecond > 0;
    }

    /** The same, to its end however many requests fail. */
    public Load whateverFails() {
        return new Load(requests, connections, ratePerSecond, timeout, Long.MAX_VALUE, over, starting);
    }

    /** Returns the same load, which ends early once this many requests failed. */
    public Load endingAfter(long failures) {
        return new Load(requests, connections, ratePerSecond, timeout, failures, over, starting);
    }

    /** The same, ended early by a condition. */
    public Load until(BooleanSupplier end) {
        return new Load(requests, connections, ratePerSecond, timeout, mostFailures, end, starting);
    }

    /** The same, in which no request starts after a time. */
    public Load startingFor(Duration time) {
        return new Load(requests, connections, ratePerSecond, timeout, mostFailures, over, time);
    }
}
