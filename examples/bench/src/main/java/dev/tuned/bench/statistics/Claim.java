/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.statistics;

import java.util.List;
import java.util.Optional;

/**
 * A claim that is made before anything is measured. It holds if all its conditions do.
 *
 * @param conditions empty where nothing can honestly be claimed
 */
public record Claim(List<Condition> conditions) {

    public static Claim of(Condition... conditions) {
        return new Claim(List.of(conditions));
    }

    /**
     * A ratio after to before, and the bound it has to keep.
     *
     * @param metric the metric
     * @param bound at most this ratio, or at least this one where more is better
     */
    public record Condition(Metric metric, double bound) {

        /** The bound for people, such as {@code ≤ 0.5×}. */
        public String text() {
            String number = bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
            return (metric.higherIsBetter() ? "≥ " : "≤ ") + number + "×";
        }

        /** The probability of this estimate if the condition were just missed. */
        double pOfHolding(RatioEstimate estimate) {
            return metric.higherIsBetter() ? estimate.pAbove(bound) : estimate.pBelow(bound);
        }

        /** The probability of this estimate if the condition were just kept. */
        double pOfFailing(RatioEstimate estimate) {
            return metric.higherIsBetter() ? estimate.pBelow(bound) : estimate.pAbove(bound);
        }

        /** The p-value: small where the estimate is clearly for or clearly against the condition. */
        public double p(RatioEstimate estimate) {
            return Math.min(pOfHolding(estimate), pOfFailing(estimate));
        }

        /**
         * The verdict where a false one may have the given probability. Only one of confirmed and refuted can be false,
         * so each may have all of it: they are one-sided.
         */
        public ClaimVerdict verdict(RatioEstimate estimate, double level) {
            if (pOfHolding(estimate) <= level) {
                return ClaimVerdict.CONFIRMED;
            }
            return pOfFailing(estimate) <= level ? ClaimVerdict.REFUTED : ClaimVerdict.INCONCLUSIVE;
        }

        /** The interval that lies wholly on one side of the bound where the verdict is clear at this level. */
        public Optional<Interval> interval(RatioEstimate estimate, double level) {
            return estimate.interval(1 - 2 * level);
        }
    }
}
