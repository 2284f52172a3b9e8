/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The amount and the kind of a load.
 *
 * @param requests how many requests are sent
 * @param connections how many connections carry them, each with one request at a time
 * @param ratePerSecond at most this many requests start per second; 0 for as fast as responses come
 * @param open whether the rate is kept whatever the server does: latency then counts from when a request should have
 *     started, so that a stalled server cannot hide the requests it held up
 * @param timeout how long a response may take before it counts as failed
 * @param mostFailures how many requests may fail before the load ends
 * @param over when it says so the load ends, whatever has no answer yet
 */
public record Load(
        long requests,
        int connections,
        double ratePerSecond,
        boolean open,
        Duration timeout,
        long mostFailures,
        BooleanSupplier over) {

    static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final long MAX_FAILURES = 20;

    /** The number of failures after which a load has no use. */
    Load(long requests, int connections, double ratePerSecond, boolean open, Duration timeout) {
        this(requests, connections, ratePerSecond, open, timeout, MAX_FAILURES, () -> false);
    }

    /** Each connection sends its next request as soon as it has a response. */
    public static Load closed(long requests, int connections) {
        return new Load(requests, connections, 0, false, TIMEOUT);
    }

    /** Closed, but no request starts before its turn at the given rate. */
    public static Load paced(long requests, int connections, double ratePerSecond) {
        return new Load(requests, connections, ratePerSecond, false, TIMEOUT);
    }

    /** Open loop at the given rate. */
    public static Load open(long requests, int connections, double ratePerSecond) {
        return new Load(requests, connections, ratePerSecond, true, TIMEOUT);
    }

    /** The same, to its end however many requests fail. */
    public Load whateverFails() {
        return new Load(requests, connections, ratePerSecond, open, timeout, Long.MAX_VALUE, over);
    }

    /** Returns the same load, which ends early once this many requests failed. */
    public Load endingAfter(long failures) {
        return new Load(requests, connections, ratePerSecond, open, timeout, failures, over);
    }

    /** The same, ended early by a condition. */
    public Load until(BooleanSupplier end) {
        return new Load(requests, connections, ratePerSecond, open, timeout, mostFailures, end);
    }
}
