/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import java.util.List;

/**
 * What is claimed before anything is measured: every one of its conditions.
 *
 * @param conditions at least one
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

        /** How likely what was seen is if the condition were just missed. */
        double pOfHolding(RatioEstimate estimate) {
            return metric.higherIsBetter() ? estimate.pAbove(bound) : estimate.pBelow(bound);
        }

        /** How likely what was seen is if the condition were just kept. */
        double pOfFailing(RatioEstimate estimate) {
            return metric.higherIsBetter() ? estimate.pBelow(bound) : estimate.pAbove(bound);
        }

        /** The two-sided p-value: small where what was seen speaks clearly for the condition or clearly against it. */
        public double p(RatioEstimate estimate) {
            return Math.min(1, 2 * Math.min(pOfHolding(estimate), pOfFailing(estimate)));
        }

        /** The verdict at a two-sided level: confirmed or refuted where the whole interval lies on one side of the bound. */
        public Verdict verdict(RatioEstimate estimate, double level) {
            if (pOfHolding(estimate) <= level / 2) {
                return Verdict.CONFIRMED;
            }
            return pOfFailing(estimate) <= level / 2 ? Verdict.REFUTED : Verdict.NOT_SHOWN;
        }
    }
}
