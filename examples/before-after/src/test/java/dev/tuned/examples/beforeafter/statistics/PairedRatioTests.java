/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class PairedRatioTests {

    @Test
    void theRatioIsTheGeometricMeanOverPairs() {
        RatioEstimate estimate = PairedRatio.of(new double[] {1, 1}, new double[] {2, 8}, 0.01, 1);

        assertThat(estimate.ratio()).isCloseTo(4, within(1e-9));
        assertThat(estimate.pairs()).isEqualTo(2);
    }

    @Test
    void aConstantRatioHasAnIntervalOfNoWidth() {
        RatioEstimate estimate = PairedRatio.of(new double[] {10, 50, 200}, new double[] {5, 25, 100}, 0.01, 1);

        assertThat(estimate.ratio()).isCloseTo(0.5, within(1e-9));
        assertThat(estimate.interval().low()).isCloseTo(0.5, within(1e-9));
        assertThat(estimate.interval().high()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void whatBothRoundsOfAPairSufferCancels() {
        double[] before = {100, 1000, 10, 5000, 3};
        double[] after = {90, 900, 9, 4500, 2.7};

        assertThat(PairedRatio.of(before, after, 0.01, 1).interval().high()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void theIntervalOfTwoPairsSpansBoth() {
        // A quarter of all resamples of two takes the smaller twice, a quarter the larger: far more than 2.5 %.
        RatioEstimate estimate = PairedRatio.of(new double[] {1, 1}, new double[] {2, 8}, 0.01, 42);

        assertThat(estimate.interval().low()).isCloseTo(2, within(1e-9));
        assertThat(estimate.interval().high()).isCloseTo(8, within(1e-9));
    }

    @Test
    void theIntervalMatchesTheExactBootstrapOfThreePairs() {
        // Of 27 resamples 1 has the mean of all lowest (3.7 % > 2.5 %), so the ends are the extreme values.
        RatioEstimate estimate = PairedRatio.of(new double[] {1, 1, 1}, new double[] {0.5, 1, 2}, 0.01, 7);

        assertThat(estimate.interval().low()).isCloseTo(0.5, within(1e-9));
        assertThat(estimate.interval().high()).isCloseTo(2, within(1e-9));
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
        Interval interval = PairedRatio.of(before, after, 0.01, 3).interval();

        assertThat(Math.log(interval.low())).isCloseTo(-1.96 / 20, within(0.01));
        assertThat(Math.log(interval.high())).isCloseTo(1.96 / 20, within(0.01));
    }

    @Test
    void theSameSeedGivesTheSameInterval() {
        double[] before = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        double[] after = {1.1, 1.93, 3.31, 3.7, 5.23, 6.66, 6.41, 8.05, 10.2};

        assertThat(PairedRatio.of(before, after, 0.01, 5)).isEqualTo(PairedRatio.of(before, after, 0.01, 5));
        assertThat(PairedRatio.of(before, after, 0.01, 6).interval())
                .isNotEqualTo(PairedRatio.of(before, after, 0.01, 5).interval());
    }

    @Test
    void aFallToZeroIsMeasuredDownToTheFloor() {
        assertThat(PairedRatio.of(new double[] {64_000}, new double[] {0}, 64, 1)
                        .ratio())
                .isCloseTo(0.001, within(1e-9));
        assertThat(PairedRatio.of(new double[] {0}, new double[] {0}, 64, 1).ratio())
                .isEqualTo(1);
    }

    @Test
    void valuesWithoutAPartnerAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedRatio.of(new double[] {1, 2}, new double[] {1}, 0.01, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> PairedRatio.of(new double[0], new double[0], 0.01, 1));
    }
}
