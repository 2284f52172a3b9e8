/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction: many tests at 5 % each have a false result in more than one run of twenty, so each test gets a
 * stricter level, the clearest one the strictest.
 */
public final class Holm {

    private Holm() {}

    /**
     * The level to ask each question at, so that the probability of any wrong answer stays below {@code level}.
     *
     * @param pValues one per question
     * @param level the probability that is shared
     */
    public static double[] levels(double[] pValues, double level) {
        int[] clearestFirst = IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(question -> pValues[question]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] levels = new double[pValues.length];
        Arrays.fill(levels, level);
        boolean open = false;
        double current = level;
        for (int rank = 0; rank < clearestFirst.length; rank++) {
            if (!open) {
                current = level / (pValues.length - rank);
                open = pValues[clearestFirst[rank]] > current;
            }
            levels[clearestFirst[rank]] = current;
        }
        return levels;
    }
}
