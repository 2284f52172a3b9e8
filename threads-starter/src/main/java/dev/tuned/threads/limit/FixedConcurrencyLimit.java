/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

/**
 * A limit that stays as it is. Immutable.
 *
 * @param current requests that may be handled at once, at least 1
 */
public record FixedConcurrencyLimit(int current) implements ConcurrencyLimit {

    /** @throws IllegalArgumentException if the limit is below 1 */
    public FixedConcurrencyLimit {
        if (current < 1) {
            throw new IllegalArgumentException("limit below 1: " + current);
        }
    }

    @Override
    public void onCompleted(long startNanos, long durationNanos, int inFlight, boolean dropped) {
        // nothing to learn
    }
}
