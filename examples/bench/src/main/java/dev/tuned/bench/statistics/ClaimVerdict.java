/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.statistics;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a run says about a claim. */
public enum ClaimVerdict {
    /** The whole interval keeps the bound. */
    CONFIRMED,
    /** The whole interval misses the bound. */
    REFUTED,
    /** The interval holds the bound: this run could not tell. */
    INCONCLUSIVE,
    /** Nothing could honestly be claimed of this row, so that nothing was tested. */
    NO_GAIN_SHOWN;

    /** The verdict in reports and results, such as {@code inconclusive}. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
