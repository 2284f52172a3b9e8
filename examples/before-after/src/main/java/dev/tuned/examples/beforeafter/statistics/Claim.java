/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

/**
 * What is claimed of a metric before it is measured.
 *
 * @param metric the metric
 * @param expected what the candidate has to be on it
 */
public record Claim(Metric metric, Expected expected) {

    /** The two things that can be claimed. */
    public enum Expected {
        BETTER("better"),
        NOT_WORSE("not worse");

        private final String label;

        Expected(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    public static Claim better(Metric metric) {
        return new Claim(metric, Expected.BETTER);
    }

    public static Claim notWorse(Metric metric) {
        return new Claim(metric, Expected.NOT_WORSE);
    }

    /**
     * Whether an estimate of the metric proves the claim. {@code better} takes that verdict; {@code not worse} takes no
     * more than an interval of which nothing lies beyond the margin on the bad side: it may lie between better and same.
     */
    public boolean isMetBy(RatioEstimate estimate) {
        if (expected == Expected.BETTER) {
            return Verdict.of(estimate, metric.higherIsBetter()) == Verdict.BETTER;
        }
        return estimate.pairs() >= Verdict.MIN_PAIRS
                && (metric.higherIsBetter()
                        ? estimate.interval().low() >= 1 - Verdict.MARGIN
                        : estimate.interval().high() <= 1 + Verdict.MARGIN);
    }
}
