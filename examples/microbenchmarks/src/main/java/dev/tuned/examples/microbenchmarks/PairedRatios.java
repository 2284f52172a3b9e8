/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The ratio of two series that were measured in pairs.
 *
 * @param mean its geometric mean
 * @param low lower end of the 95 % interval, by bootstrap
 * @param high upper end
 */
public record PairedRatios(double mean, double low, double high) {

    private static final int RESAMPLES = 10_000;

    public static PairedRatios of(List<Double> over, List<Double> under) {
        double[] logs = IntStream.range(0, over.size())
                .mapToDouble(i -> Math.log(over.get(i) / under.get(i)))
                .toArray();
        SplittableRandom random = new SplittableRandom(RESAMPLES);
        double[] means = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            means[i] = random.ints(logs.length, 0, logs.length)
                    .mapToDouble(index -> logs[index])
                    .average()
                    .orElseThrow();
        }
        Arrays.sort(means);
        double mean = Arrays.stream(logs).average().orElseThrow();
        return new PairedRatios(
                Math.exp(mean), Math.exp(means[RESAMPLES / 40]), Math.exp(means[RESAMPLES - RESAMPLES / 40]));
    }

    public static double geometricMean(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElseThrow());
    }
}
