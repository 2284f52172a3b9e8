/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Estimates a ratio from paired rounds: the mean of the log ratios, with a percentile bootstrap over the pairs. Pairing
 * cancels what the machine did to both rounds of a pair; logs make a doubling and a halving weigh the same.
 */
public final class PairedRatio {

    static final int RESAMPLES = 10_000;

    private PairedRatio() {}

    /**
     * Estimates {@code after / before}.
     *
     * @param before one value per round, at least one
     * @param after the value of the same round, as many
     * @param floor what can be told apart from nothing, above zero: smaller values count as this much, so that a fall
     *     to zero has a ratio
     * @param seed the seed of the resampling: the same input gives the same interval
     * @throws IllegalArgumentException if the arrays are empty or differ in length
     */
    public static RatioEstimate of(double[] before, double[] after, double floor, long seed) {
        if (before.length == 0 || before.length != after.length) {
            throw new IllegalArgumentException(
                    "Pairs needed: " + before.length + " before, " + after.length + " after");
        }
        double[] logs = new double[before.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log(Math.max(after[i], floor) / Math.max(before[i], floor));
        }
        return new RatioEstimate(
                Math.exp(Arrays.stream(logs).average().orElseThrow()), bootstrap(logs, seed), logs.length);
    }

    private static Interval bootstrap(double[] logs, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] means = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            double sum = 0;
            for (int i = 0; i < logs.length; i++) {
                sum += logs[random.nextInt(logs.length)];
            }
            means[resample] = sum / logs.length;
        }
        Arrays.sort(means);
        return new Interval(
                Math.exp(means[RESAMPLES * 25 / 1000]), Math.exp(means[RESAMPLES - 1 - RESAMPLES * 25 / 1000]));
    }
}
