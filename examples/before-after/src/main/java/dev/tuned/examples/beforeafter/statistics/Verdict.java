/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import java.util.Locale;

/** What a run says about a claim. */
public enum Verdict {
    /** The whole interval keeps the bound. */
    CONFIRMED,
    /** The whole interval misses the bound. */
    REFUTED,
    /** The interval holds the bound: this run could not tell. */
    NOT_SHOWN;

    /** The verdict in reports, such as {@code not shown}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
