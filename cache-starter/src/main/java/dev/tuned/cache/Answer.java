/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import org.jspecify.annotations.Nullable;

/**
 * What a read without a loader came to.
 *
 * @param outcome whether there is a value, there is none, or nobody knows
 * @param value the value found; {@code null} with {@link Outcome#FOUND} is a cached null
 */
record Answer(Outcome outcome, @Nullable Object value) {

    static final Answer ABSENT = new Answer(Outcome.ABSENT, null);
    static final Answer UNAVAILABLE = new Answer(Outcome.UNAVAILABLE, null);

    enum Outcome {
        FOUND,
        ABSENT,
        /** L2 did not answer, and L1 has no copy that may be served. */
        UNAVAILABLE
    }

    static Answer of(@Nullable Object value) {
        return new Answer(Outcome.FOUND, value);
    }

    boolean isFound() {
        return outcome == Outcome.FOUND;
    }
}
