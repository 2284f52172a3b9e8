/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.Set;

/**
 * Whether more requests complete since a pool was opened. The rate before is the one at which those end that the pool had then;
 * the rate after is that of all requests, for as long again. So nothing has to be measured before.
 */
final class Gain<T> {

    /** Part of the pool's requests after which the rate before is known: a few may take much longer. */
    private static final double PART = 0.9;

    /** Of the rate before: with less it is not the pool that is scarce, but what requests wait for. */
    private static final double MIN_GAIN = 1.1;

    /**
     * Requests that were in service and have ended, of the rate before. With fewer they wait for longer than those before, such as
     * for a system that stalls, which says nothing.
     */
    private static final double MIN_ENDED = 0.5;

    /** Requests in service, of those that the pool may have: with fewer, no gain can be seen. */
    private static final double MIN_SERVED = 1.5;

    private static final long MIN_NANOS = 100_000_000;

    private final int threads;

    private long from;

    private long took;

    private double before;

    private long completed;

    private Set<T> served = Set.of();

    private boolean judged;

    /** @param threads that the pool may have */
    Gain(int threads, long now) {
        this.threads = threads;
        this.from = now;
    }

    /**
     * One look. True at most once.
     *
     * @param ofPool those of the pool's requests that have ended since
     * @param all requests that have ended since
     * @param running requests that are served on virtual threads
     */
    boolean isNone(long now, long ofPool, long all, Set<T> running) {
        long passed = now - this.from;
        if (this.judged || passed < Math.max(1, this.took)) {
            return false;
        }
        if (this.took == 0 && ofPool < PART * this.threads) {
            return false;
        }
        boolean none = false;
        if (this.took == 0) {
            this.before = (double) ofPool / passed;
            this.took = Math.max(MIN_NANOS, passed);
        } else {
            long ended = this.served.stream()
                    .filter(request -> !running.contains(request))
                    .count();
            this.judged = ended >= MIN_ENDED * this.before * passed;
            none = this.judged
                    && running.size() >= MIN_SERVED * this.threads
                    && all - this.completed < MIN_GAIN * this.before * passed;
        }
        this.from = now;
        this.completed = all;
        this.served = this.judged ? Set.of() : Set.copyOf(running);
        return none;
    }
}
