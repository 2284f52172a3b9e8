/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import dev.tuned.threads.RequestLimit;
import dev.tuned.threads.permit.Permit;
import dev.tuned.threads.permit.PermitQueue;

/** Lets in as many requests as a {@link RequestLimit} allows; others wait their turn or are rejected. Thread-safe. */
final class RequestLimiter {

    private final String route;

    private final RequestLimit limit;

    private final long maxWaitNanos;

    private final PermitQueue permits;

    private final LongAdder rejected = new LongAdder();

    /**
     * @param route pattern of the paths, or {@link dev.tuned.threads.RequestLimits#OTHER}
     * @param limit how many are let in
     * @param maxWait longest time that one waits, zero to reject at once
     */
    RequestLimiter(String route, RequestLimit limit, Duration maxWait) {
        this.route = route;
        this.limit = limit;
        maxWaitNanos = maxWait.toNanos();
        permits = new PermitQueue(limit::current, maxWaitNanos > 0 ? Integer.MAX_VALUE : 0);
    }

    /**
     * Asks to be let in, and waits for it if need be. An interrupt ends the wait and stays set.
     *
     * @param arrivalNanos {@link System#nanoTime()} of the arrival, from which on the longest wait counts
     * @param threads those of requests; who would occupy the last one of a pool does not wait
     * @return whether the caller is in, who then calls {@link #release} exactly once
     */
    boolean enter(long arrivalNanos, @Nullable Executor threads) {
        boolean in = permits.take() || (isOneLeft(threads) && await(arrivalNanos));
        if (!in) {
            rejected.increment();
        }
        return in;
    }

    /** A thread that is left answers health probes, and those at once who have no room. */
    private static boolean isOneLeft(@Nullable Executor threads) {
        return !(threads instanceof ThreadPoolExecutor pool) || pool.getSubmittedCount() < pool.getMaximumPoolSize();
    }

    private boolean await(long arrivalNanos) {
        Permit permit = permits.join(arrivalNanos, maxWaitNanos);
        return permit != null && permits.await(permit);
    }

    void release() {
        permits.giveBack();
    }

    /** Whether one who came now would be rejected or would have to wait. */
    boolean isFull() {
        return active() >= limit() || waiting() > 0;
    }

    /** Rejects the requests that wait and those that would, until {@link #open}. */
    void close() {
        permits.close();
    }

    /** Lets others wait again. */
    void open() {
        permits.open();
    }

    String route() {
        return route;
    }

    /** Class of what says how many may be in; that of a lambda has no name. */
    String kind() {
        Class<?> type = limit.getClass();
        return type.isHidden() ? RequestLimit.class.getSimpleName() : type.getSimpleName();
    }

    boolean isFixed() {
        return limit instanceof FixedLimit;
    }

    /**
     * Changes a fixed limit, and lets those in for whom there is room now.
     *
     * @return the limit before
     * @throws ClassCastException if it is not fixed
     */
    int change(int limit) {
        int before = ((FixedLimit) this.limit).change(limit);
        permits.limitChanged();
        return before;
    }

    int limit() {
        return permits.limit();
    }

    int active() {
        return permits.active();
    }

    int waiting() {
        return permits.waiting();
    }

    /** How many were rejected so far. */
    long rejected() {
        return rejected.sum();
    }
}
