/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

/**
 * What is claimed of a metric before it is measured.
 *
 * @param metric the metric
 * @param expected what the candidate has to be on it
 * @param bound the ratio, or for {@link Expected#REACHES} the value, that the whole interval has to be beyond
 */
public record Claim(Metric metric, Expected expected, double bound) {

    /** The things that can be claimed. */
    public enum Expected {
        BETTER,
        NOT_WORSE,
        /** By so much. */
        BY_FACTOR,
        /** The candidate's own value, whatever the baseline's is. */
        REACHES
    }

    public static Claim better(Metric metric) {
        return new Claim(metric, Expected.BETTER, 1);
    }

    public static Claim notWorse(Metric metric) {
        return new Claim(metric, Expected.NOT_WORSE, 1);
    }

    /** At most this share of the baseline's cost, or at least this multiple of its rate. */
    public static Claim byFactor(Metric metric, double bound) {
        return new Claim(metric, Expected.BY_FACTOR, bound);
    }

    /** At least this value of a rate, or at most this value of a cost. */
    public static Claim reaches(Metric metric, double bound) {
        return new Claim(metric, Expected.REACHES, bound);
    }

    /** The claim for people, such as {@code not worse} or {@code ≤ 0.5×}. */
    public String label() {
        String sign = metric.higherIsBetter() ? "≥ " : "≤ ";
        return switch (expected) {
            case BETTER -> "better";
            case NOT_WORSE -> "not worse";
            case BY_FACTOR -> sign + number() + "×";
            case REACHES -> sign + number();
        };
    }

    private String number() {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }

    /**
     * Whether an estimate proves the claim. {@code better} takes that verdict; {@code not worse} takes no more than an
     * interval of which nothing lies beyond the margin on the bad side: it may lie between better and same; the others take an
     * interval that lies beyond their bound as a whole.
     *
     * @param estimate the metric's ratio; for {@link Expected#REACHES} an estimate of the candidate's values
     */
    public boolean isMetBy(RatioEstimate estimate) {
        if (expected == Expected.BETTER) {
            return Verdict.of(estimate, metric.higherIsBetter()) == Verdict.BETTER;
        }
        double margin = expected == Expected.NOT_WORSE ? Verdict.MARGIN : 0;
        return estimate.pairs() >= Verdict.MIN_PAIRS
                && (metric.higherIsBetter()
                        ? estimate.interval().low() >= bound - margin
                        : estimate.interval().high() <= bound + margin);
    }
}
