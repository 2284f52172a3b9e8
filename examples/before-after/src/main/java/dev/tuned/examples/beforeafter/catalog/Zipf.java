/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/** Chooses among keys as readers do: few are hot, the others make a long tail. The k-th key has weight {@code 1/k}. */
final class Zipf implements ToIntFunction<SplittableRandom> {

    private final double[] cumulative;

    Zipf(int keys) {
        cumulative = new double[keys];
        double sum = 0;
        for (int i = 0; i < keys; i++) {
            sum += 1.0 / (i + 1);
            cumulative[i] = sum;
        }
    }

    @Override
    public int applyAsInt(SplittableRandom random) {
        double target = random.nextDouble() * cumulative[cumulative.length - 1];
        int found = Arrays.binarySearch(cumulative, target);
        return Math.min(found < 0 ? -found - 1 : found, cumulative.length - 1);
    }
}
