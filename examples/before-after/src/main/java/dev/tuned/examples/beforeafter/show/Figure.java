/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

import dev.tuned.bench.report.Format;
import dev.tuned.bench.statistics.Interval;
import dev.tuned.bench.statistics.Metric;

/**
 * A metric of both services, as two bars.
 *
 * @param label the metric with its unit
 * @param stock the bar of stock
 * @param tuned the bar of tuned
 * @param verdict how tuned compares with stock, if that is known
 * @param text the same in words, with figures
 */
record Figure(String label, Bar stock, Bar tuned, Verdict verdict, String text) {

    private static final double CONFIDENCE = 0.95;

    /** How tuned compares with stock. */
    enum Verdict {
        /** There are fewer than two slices of each. */
        UNKNOWN("one slice of each so far"),
        BETTER("better"),
        WORSE("worse"),
        /** The interval of the ratio contains 1, or that of the difference 0. */
        NOT_TOLD_APART("not told apart");

        final String words;

        Verdict(String words) {
            this.words = words;
        }
    }

    /**
     * A bar with the interval that is drawn on it.
     *
     * @param mean the mean of the slices
     * @param low the lowest of them
     * @param high the highest of them
     */
    record Bar(double mean, double low, double high) {

        static Bar of(double[] slices) {
            DoubleSummaryStatistics all = Arrays.stream(slices).summaryStatistics();
            return new Bar(all.getAverage(), all.getMin(), all.getMax());
        }
    }

    /**
     * Compares slices. The two of a pair ran one right after the other, so that the sample is their ratio; where a
     * value is zero, it is their difference.
     *
     * @param stock a value for each slice, at least one, none negative
     * @param tuned as many
     */
    static Figure of(Metric metric, double[] stock, double[] tuned) {
        Bar before = Bar.of(stock);
        Bar after = Bar.of(tuned);
        if (stock.length < 2) {
            return new Figure(metric.label(), before, after, Verdict.UNKNOWN, Verdict.UNKNOWN.words);
        }
        boolean hasZero =
                DoubleStream.concat(Arrays.stream(stock), Arrays.stream(tuned)).anyMatch(value -> value == 0);
        Interval interval = interval(IntStream.range(0, stock.length)
                .mapToDouble(i -> hasZero ? tuned[i] - stock[i] : Math.log(tuned[i] / stock[i])));
        Verdict verdict = interval.contains(0)
                ? Verdict.NOT_TOLD_APART
                : (interval.low() > 0) == metric.higherIsBetter() ? Verdict.BETTER : Verdict.WORSE;
        // The mean is the middle of an interval of logarithms.
        String text = hasZero
                ? Format.number(before.mean()) + " \u2192 " + Format.number(after.mean())
                : "\u00d7%s (%s to %s)"
                        .formatted(
                                Format.number(Math.exp((interval.low() + interval.high()) / 2)),
                                Format.number(Math.exp(interval.low())),
                                Format.number(Math.exp(interval.high())));
        return new Figure(metric.label(), before, after, verdict, verdict.words + ": " + text);
    }

    /** The confidence interval of the mean by Student's t. */
    private static Interval interval(DoubleStream sample) {
        double[] values = sample.toArray();
        double mean = Mean.of(values).getAsDouble();
        double error = Math.sqrt(Variance.of(values).getAsDouble() / values.length);
        double half = error * TDistribution.of(values.length - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        return new Interval(mean - half, mean + half);
    }
}
