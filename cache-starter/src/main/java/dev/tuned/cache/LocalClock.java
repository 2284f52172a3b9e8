/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import com.github.benmanes.caffeine.cache.Ticker;

/** The time by which entries of L1 end. Thread-safe. */
@FunctionalInterface
interface LocalClock extends Ticker {

    /** A time that is not before now: what has not ended by then has not ended yet. */
    default long bound() {
        return read();
    }

    /** Frees what the clock needs; it goes on. */
    default void close() {}
}
