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

    /** Whether a verdict proves a claim of this kind. */
    public static boolean isMet(String expected, String verdict) {
        return verdict.equals(Verdict.BETTER.label())
                || (expected.equals(Expected.NOT_WORSE.label()) && verdict.equals(Verdict.SAME.label()));
    }
}
