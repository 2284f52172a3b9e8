/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

/**
 * How many requests may be in service at once. An application's own bean of this type takes the place of the configured one.
 * Implementations are thread-safe and never block.
 */
public interface ConcurrencyLimit {

    /** Requests that may be in service at once now; at least 1. */
    int current();

    /** Requests that may wait for a permit now; further ones are rejected at once. */
    default int mostWaiting() {
        return Integer.MAX_VALUE;
    }

    /** Whether a request that has waited for a permit as long as it may is rejected; otherwise it is let in then. */
    default boolean isRejecting() {
        return true;
    }

    /**
     * Learns from a request that was served, if there is something to learn; called once for each, as soon as its response is complete.
     *
     * @param startNanos {@link System#nanoTime()} at which its service began
     * @param durationNanos time from then to the end of its response, above 0
     * @param inService requests in service at its end, itself included, at least 1
     * @param waiting requests that wait for a permit at its end
     */
    default void onCompleted(long startNanos, long durationNanos, int inService, int waiting) {}
}
