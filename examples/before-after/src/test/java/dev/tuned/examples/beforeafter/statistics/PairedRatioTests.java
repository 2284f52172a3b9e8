/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class PairedRatioTests {

    @Test
    void theRatioIsTheGeometricMeanOverPairs() {
        RatioEstimate estimate = PairedRatio.of(new double[] {1, 1}, new double[] {2, 8}, 0.01);

        assertThat(estimate.ratio()).isCloseTo(4, within(1e-9));
        assertThat(estimate.pairs()).isEqualTo(2);
    }

    @Test
    void aConstantRatioHasAnIntervalOfNoWidth() {
        RatioEstimate estimate = PairedRatio.of(new double[] {10, 50, 200}, new double[] {5, 25, 100}, 0.01);

        assertThat(estimate.ratio()).isCloseTo(0.5, within(1e-9));
        assertThat(estimate.interval().low()).isCloseTo(0.5, within(1e-9));
        assertThat(estimate.interval().high()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void whatBothRoundsOfAPairSufferCancels() {
        double[] before = {100, 1000, 10, 5000, 3};
        double[] after = {90, 900, 9, 4500, 2.7};

        assertThat(PairedRatio.of(before, after, 0.01).interval().high()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void theIntervalOfThreePairsIsStudentsWithTwoDegreesOfFreedom() {
        RatioEstimate estimate = PairedRatio.of(new double[] {1, 1, 1}, new double[] {0.5, 1, 2}, 0.01);

        double half = 4.302653 * Math.log(2) / Math.sqrt(3);
        assertThat(Math.log(estimate.interval().low())).isCloseTo(-half, within(1e-5));
        assertThat(Math.log(estimate.interval().high())).isCloseTo(half, within(1e-5));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 6})
    void ofAThousandIntervalsSomeFiftyMissTheRatio(int pairs) {
        Random random = new Random(1);
        double[] ones = new double[pairs];
        Arrays.fill(ones, 1);
        int misses = 0;
        for (int i = 0; i < 1000; i++) {
            double[] after = random.doubles(pairs)
                    .map(ignored -> Math.exp(0.1 * random.nextGaussian()))
                    .toArray();
            Interval interval = PairedRatio.of(ones, after, 0.01).interval();
            misses += interval.low() > 1 || interval.high() < 1 ? 1 : 0;
        }
        assertThat(misses).isBetween(30, 70);
    }

    @Test
    void theIntervalOfManyPairsComesNearTheNormalOne() {
        int pairs = 400;
        double[] before = new double[pairs];
        double[] after = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            before[i] = 1;
            after[i] = i % 2 == 0 ? Math.E : 1 / Math.E;
        }
        // Log ratios of 1 and -1: mean 0, standard error 1/20.
        Interval interval = PairedRatio.of(before, after, 0.01).interval();

        assertThat(Math.log(interval.low())).isCloseTo(-1.96 / 20, within(0.01));
        assertThat(Math.log(interval.high())).isCloseTo(1.96 / 20, within(0.01));
    }

    @Test
    void aFallToZeroIsMeasuredDownToTheFloor() {
        assertThat(PairedRatio.of(new double[] {64_000}, new double[] {0}, 64).ratio())
                .isCloseTo(0.001, within(1e-9));
        assertThat(PairedRatio.of(new double[] {0}, new double[] {0}, 64).ratio())
                .isEqualTo(1);
    }

    @Test
    void valuesWithoutAPartnerAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedRatio.of(new double[] {1, 2}, new double[] {1}, 0.01));
        assertThatIllegalArgumentException().isThrownBy(() -> PairedRatio.of(new double[0], new double[0], 0.01));
    }
}
