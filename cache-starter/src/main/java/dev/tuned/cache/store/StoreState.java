/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * How the store is doing, at one moment.
 *
 * @param breaker the state of the breaker
 * @param since when it came to be in this state
 * @param consecutiveFailures operations that failed since the last one that did not
 * @param reached whether the store has ever answered in this process
 * @param lastError the last failure in one line, with what to check where that is known; {@code null} before the first
 * @param lastErrorAt when that was
 */
public record StoreState(
        Breaker breaker,
        Instant since,
        int consecutiveFailures,
        boolean reached,
        @Nullable String lastError,
        @Nullable Instant lastErrorAt) {

    /** The states of a circuit breaker. */
    public enum Breaker {

        /** The store is asked. */
        CLOSED,

        /** The store is not asked. */
        OPEN,

        /** One operation finds out whether the store answers again; no other is asked. */
        HALF_OPEN;

        /** The name in meters, health and logs, such as {@code half-open}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
