/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import java.util.Locale;

/** What an interval says, given a margin of 5 %: without one, a difference of 0.1 % would count as soon as it is certain. */
public enum Verdict {
    BETTER,
    WORSE,
    SAME,
    INCONCLUSIVE;

    /** The share of change that does not matter. */
    public static final double MARGIN = 0.05;

    /** Fewer pairs than this say nothing: resampling one or two values cannot show their spread. */
    static final int MIN_PAIRS = 3;

    /**
     * Judges an estimate.
     *
     * @param estimate the ratio of after to before
     * @param higherIsBetter whether a ratio above one is an improvement
     */
    public static Verdict of(RatioEstimate estimate, boolean higherIsBetter) {
        if (estimate.pairs() < MIN_PAIRS) {
            return INCONCLUSIVE;
        }
        Interval interval = estimate.interval();
        if (interval.low() > 1 + MARGIN) {
            return higherIsBetter ? BETTER : WORSE;
        }
        if (interval.high() < 1 - MARGIN) {
            return higherIsBetter ? WORSE : BETTER;
        }
        return interval.low() >= 1 - MARGIN && interval.high() <= 1 + MARGIN ? SAME : INCONCLUSIVE;
    }

    /** The verdict as it stands in reports, such as {@code better}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
