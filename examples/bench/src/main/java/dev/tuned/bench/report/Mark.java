/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.ClaimResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.statistics.ClaimVerdict;

/**
 * The look of a verdict or an outcome, which never depends on colour alone.
 *
 * @param style the class in style sheets
 * @param symbol one character; empty where nothing was claimed
 * @param label in words
 */
public record Mark(String style, String symbol, String label) {

    /** The mark of a comparison without a claim. */
    static final Mark NONE = new Mark("unclaimed", "", "");

    public static Mark of(Outcome outcome) {
        return outcome == Outcome.TRADE_OFF
                ? new Mark("refuted", "!", "trade-off beyond what is declared")
                : of(outcome.label());
    }

    /** The mark of a verdict; a run that is invalid has no verdicts. */
    static Mark of(Results results, ClaimVerdict verdict) {
        return of(results.outcome() == Outcome.INVALID ? Outcome.INVALID.label() : verdict.label());
    }

    /** The mark of a claim, if there is one. */
    static Mark of(Results results, @Nullable ClaimResult claim) {
        return claim == null ? NONE : of(results, claim.verdict());
    }

    private static Mark of(String label) {
        return switch (label) {
            case "confirmed" -> new Mark(label, "✓", label);
            case "refuted" -> new Mark(label, "✗", label);
            case "worse" -> new Mark("refuted", "✗", label);
            case "not worse" -> new Mark("confirmed", "✓", label);
            case "no gain shown" -> new Mark("unclaimed", "–", label);
            case "invalid run" -> new Mark("invalid", "∅", label);
            default -> new Mark("inconclusive", "?", label);
        };
    }

    /** The label for a table. */
    String padded() {
        return String.format("%-12s", label);
    }
}
