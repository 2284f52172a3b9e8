/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.Locale;

/** The outcome of a run as a whole. */
public enum Outcome {
    /** Every claim is confirmed, and no trade-off is beyond what is declared. */
    CONFIRMED(0),
    /** A claim is refuted. */
    REFUTED(1),
    /** A trade-off is beyond what is declared. */
    TRADE_OFF(1),
    /** A claim is inconclusive, or nothing was claimed. */
    INCONCLUSIVE(2),
    /** Nothing is claimed, and something became worse. */
    WORSE(1),
    /** Nothing is claimed, and nothing was seen to become worse. */
    NOT_WORSE(0),
    /** A single launch, of which there is no verdict. */
    ROUGH(0),
    /** The control failed, or the run did not come to its end. */
    INVALID(2);

    private final int exitCode;

    Outcome(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }

    /** The outcome in reports, such as {@code inconclusive}. */
    public String label() {
        return this == INVALID ? "invalid run" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
