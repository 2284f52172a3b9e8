/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import java.util.Arrays;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Estimates a ratio from paired rounds: the mean of the log ratios, with Student's t interval. Pairing cancels what the machine
 * did to both rounds of a pair; logs make a doubling and a halving weigh the same.
 */
public final class PairedRatio {

    private static final double CONFIDENCE = 0.95;

    private PairedRatio() {}

    /**
     * Estimates {@code after / before}.
     *
     * @param before one value per round, at least one
     * @param after the value of the same round, as many
     * @param floor what can be told apart from nothing, above zero: smaller values count as this much, so that a fall
     *     to zero has a ratio
     * @throws IllegalArgumentException if the arrays are empty or differ in length
     */
    public static RatioEstimate of(double[] before, double[] after, double floor) {
        if (before.length == 0 || before.length != after.length) {
            throw new IllegalArgumentException(
                    "Pairs needed: " + before.length + " before, " + after.length + " after");
        }
        double[] logs = new double[before.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log(Math.max(after[i], floor) / Math.max(before[i], floor));
        }
        double mean = Arrays.stream(logs).average().orElseThrow();
        double half = halfWidth(logs);
        return new RatioEstimate(
                Math.exp(mean), new Interval(Math.exp(mean - half), Math.exp(mean + half)), logs.length);
    }

    /** One value has no spread that could be seen; {@link Verdict} takes no verdict from it. */
    private static double halfWidth(double[] logs) {
        if (logs.length == 1) {
            return 0;
        }
        double quantile = new TDistribution(logs.length - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        return quantile * Math.sqrt(StatUtils.variance(logs) / logs.length);
    }
}
