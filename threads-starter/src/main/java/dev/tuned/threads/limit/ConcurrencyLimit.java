/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

/**
 * How many requests may be handled at once. An application's own bean of this type takes the place of the configured one.
 * Implementations are thread-safe and never block.
 */
public interface ConcurrencyLimit {

    /** Requests that may be handled at once now; at least 1. */
    int current();

    /**
     * Learns from a request that was handled; called once for each, as soon as its response is complete.
     *
     * @param startNanos {@link System#nanoTime()} at which it was let in
     * @param durationNanos time from then to the end of its response, above 0
     * @param inFlight requests that were being handled when it was let in, itself included
     * @param dropped whether it failed in a way that tells of overload, such as a timeout
     */
    void onCompleted(long startNanos, long durationNanos, int inFlight, boolean dropped);
}
