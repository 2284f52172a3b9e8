/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.util.Arrays;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.statistics.Interval;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

/**
 * A metric of both services, as two bars.
 *
 * @param label the metric with its unit
 * @param higherIsBetter whether more of it is better
 * @param stock the bar of stock
 * @param tuned the bar of tuned
 * @param told whether the two are told apart; {@code null} as long as there are fewer than two slices of each
 * @param text how tuned relates to stock, in words; empty as long as that is not known
 */
record Figure(
        String label,
        boolean higherIsBetter,
        Bar stock,
        Bar tuned,
        @Nullable Boolean told,
        String text) {

    static final String NOT_TOLD_APART = "not told apart";

    private static final double CONFIDENCE = 0.95;

    /**
     * A bar with the interval that is drawn on it.
     *
     * @param mean the mean of the slices
     * @param low the lowest of them
     * @param high the highest of them
     */
    record Bar(double mean, double low, double high) {

        static Bar of(double[] slices) {
            return new Bar(
                    Arrays.stream(slices).average().orElse(0),
                    Arrays.stream(slices).min().orElse(0),
                    Arrays.stream(slices).max().orElse(0));
        }
    }

    /**
     * Compares slices. The two of a pair ran one right after the other, so that the sample is their ratio; where a value is
     * zero, it is their difference.
     *
     * @param stock a value for each slice, at least one, none negative
     * @param tuned as many
     */
    static Figure of(Metric metric, double[] stock, double[] tuned) {
        Bar before = Bar.of(stock);
        Bar after = Bar.of(tuned);
        if (stock.length < 2) {
            return new Figure(metric.label(), metric.higherIsBetter(), before, after, null, "");
        }
        RatioEstimate estimate = paired(stock, tuned);
        Interval interval = estimate.interval(CONFIDENCE).orElse(null);
        if (interval == null) {
            RatioEstimate raw = RatioEstimate.of(stock, tuned, metric.nearZero());
            boolean told = !raw.difference(CONFIDENCE).orElseThrow().contains(0);
            String change = number(before.mean()) + " \u2192 " + number(after.mean());
            return new Figure(
                    metric.label(),
                    metric.higherIsBetter(),
                    before,
                    after,
                    told,
                    told ? change + word(metric, after.mean() > before.mean()) : NOT_TOLD_APART);
        }
        boolean told = !interval.contains(1);
        String ratio = "\u00d7" + number(estimate.ratio().orElseThrow());
        String range = number(interval.low()) + " to " + number(interval.high());
        return new Figure(
                metric.label(),
                metric.higherIsBetter(),
                before,
                after,
                told,
                told
                        ? ratio + " (" + range + ")" + word(metric, interval.low() > 1)
                        : NOT_TOLD_APART + " (" + ratio + ", " + range + ")");
    }

    private static String word(Metric metric, boolean higher) {
        return higher == metric.higherIsBetter() ? ", better" : ", worse";
    }

    private static RatioEstimate paired(double[] stock, double[] tuned) {
        double[] alike = new double[stock.length];
        double[] ratios = new double[stock.length];
        Arrays.fill(alike, 1);
        for (int i = 0; i < ratios.length; i++) {
            // Zero says that there is none.
            ratios[i] = stock[i] > 0 ? tuned[i] / stock[i] : 0;
        }
        return RatioEstimate.of(alike, ratios, 0);
    }

    private static String number(double value) {
        return value == 0 || Math.abs(value) >= 100
                ? String.format(Locale.ROOT, "%,d", Math.round(value))
                : String.format(Locale.ROOT, value < 0.1 ? "%.3f" : "%.2f", value);
    }
}
