/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.remote.RemoteRead.Outcome;

/**
 * What a read without a loader came to: a value, none, or that L2 did not say and L1 has no copy that may be served.
 *
 * @param outcome which of these
 * @param value the value found; {@code null} with {@link Outcome#FOUND} is a cached null
 */
public record LookupResult(Outcome outcome, @Nullable Object value) {

    public static final LookupResult ABSENT = new LookupResult(Outcome.ABSENT, null);
    public static final LookupResult UNAVAILABLE = new LookupResult(Outcome.UNAVAILABLE, null);

    public static LookupResult of(@Nullable Object value) {
        return new LookupResult(Outcome.FOUND, value);
    }

    public boolean isFound() {
        return outcome == Outcome.FOUND;
    }

    public boolean isUnavailable() {
        return outcome == Outcome.UNAVAILABLE;
    }
}
