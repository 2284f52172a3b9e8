/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.statistics;

import java.util.Locale;

/** What a run says about a claim. */
public enum Verdict {
    /** The whole interval keeps the bound. */
    CONFIRMED,
    /** The whole interval misses the bound. */
    REFUTED,
    /** The interval holds the bound: this run could not tell. */
    INCONCLUSIVE,
    /** There is no honest claim, so that nothing was asked; the row counts all the same. */
    NO_GAIN_SHOWN;

    /** The verdict in reports, such as {@code inconclusive}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
