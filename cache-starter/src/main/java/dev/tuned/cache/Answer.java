/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RemoteRead.Outcome;

/**
 * What a read without a loader came to: a value, none, or that L2 did not say and L1 has no copy that may be served.
 *
 * @param outcome which of these
 * @param value the value found; {@code null} with {@link Outcome#FOUND} is a cached null
 */
record Answer(Outcome outcome, @Nullable Object value) {

    static final Answer ABSENT = new Answer(Outcome.ABSENT, null);
    static final Answer UNAVAILABLE = new Answer(Outcome.UNAVAILABLE, null);

    static Answer of(@Nullable Object value) {
        return new Answer(Outcome.FOUND, value);
    }

    boolean isFound() {
        return outcome == Outcome.FOUND;
    }

    boolean isUnavailable() {
        return outcome == Outcome.UNAVAILABLE;
    }
}
