/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import dev.tuned.threads.ConcurrencyLimit;

/**
 * A limit that stays as it is. Immutable.
 *
 * @param current requests that may be in service at once, at least 1
 */
public record FixedLimit(int current) implements ConcurrencyLimit {

    /** @throws IllegalArgumentException if the limit is below 1 */
    public FixedLimit {
        if (current < 1) {
            throw new IllegalArgumentException("limit below 1: " + current);
        }
    }
}
