/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import dev.tuned.threads.RequestLimit;
import dev.tuned.threads.permit.PermitQueue;

/**
 * Permits of requests, as many as a {@link RequestLimit} allows: of one route, or of all others. Further requests wait in turn, or
 * are rejected. Thread-safe.
 */
final class RequestLimiter extends PermitQueue {

    private final String route;

    private final RequestLimit limit;

    private final long maxWaitNanos;

    private final LongAdder rejected = new LongAdder();

    /**
     * @param route pattern of the paths, or {@link dev.tuned.threads.RequestLimits#OTHER}
     * @param limit requests that may be in service at once
     * @param maxWait longest wait of a request, zero to reject at once
     */
    RequestLimiter(String route, RequestLimit limit, Duration maxWait) {
        super(limit::current);
        this.route = route;
        this.limit = limit;
        maxWaitNanos = maxWait.toNanos();
    }

    /**
     * Takes a permit for a request, and waits for it if need be. An interrupt ends the wait and stays set.
     *
     * @param arrivalNanos {@link System#nanoTime()} of the arrival, from which on the longest wait counts
     * @param threads executor of requests; a request that would occupy the last thread of a pool does not wait
     * @return false if the request is rejected; otherwise the caller calls {@link #giveBack} exactly once
     */
    boolean enter(long arrivalNanos, @Nullable Executor threads) {
        boolean in = take() || (maxWaitNanos > 0 && isOneLeft(threads) && await(arrivalNanos, maxWaitNanos));
        if (!in) {
            rejected.increment();
        }
        return in;
    }

    /** Whether another thread is left, which answers health probes and rejects requests. */
    private static boolean isOneLeft(@Nullable Executor threads) {
        return !(threads instanceof ThreadPoolExecutor pool) || pool.getSubmittedCount() < pool.getMaximumPoolSize();
    }

    /** Whether a request that came now would be rejected or have to wait. */
    boolean isFull() {
        return active() >= limit() || waiting() > 0;
    }

    String route() {
        return route;
    }

    /** Class of the limit; a lambda's class has no name. */
    String kind() {
        Class<?> type = limit.getClass();
        return type.isHidden() ? RequestLimit.class.getSimpleName() : type.getSimpleName();
    }

    /** The limit, if it can be changed; null otherwise. */
    @Nullable
    FixedLimit fixed() {
        return (limit instanceof FixedLimit fixed) ? fixed : null;
    }

    /** Number of rejected requests so far. */
    long rejected() {
        return rejected.sum();
    }
}
