/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.statistics;

import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

@Tag("without-boot")
class RatioEstimateTests {

    /** By hand: logarithms of means 0 and ln 2, variances 0.01 and 0.04, so Welch's degrees of freedom are 2.94. */
    @Test
    void theIntervalIsWelchsOverLogarithms() {
        double[] before = logNormal(0, -0.1, 0, 0.1);
        double[] after = logNormal(Math.log(2), -0.2, 0, 0.2);
        RatioEstimate estimate = RatioEstimate.of(before, after, 0);
        assertThat(estimate.ratio())
                .hasValueSatisfying(ratio -> assertThat(ratio).isCloseTo(2, within(1e-9)));
        Interval interval = estimate.interval(0.95).orElseThrow();
        // t(0.975; 2.941) = 3.2214, standard error = sqrt(0.05 / 3) = 0.12910
        assertThat(Math.log(interval.high() / 2)).isCloseTo(3.2214 * 0.12910, within(0.002));
        assertThat(interval.low() * interval.high()).isCloseTo(4, within(1e-9));
    }

    private static double[] logNormal(double mean, double... deviations) {
        return java.util.Arrays.stream(deviations)
                .map(each -> Math.exp(mean + each))
                .toArray();
    }

    /** The reason for this class: an interval of few launches must hold the truth as often as it says. */
    @Test
    void theIntervalHoldsTheTrueRatioInNineteenOfTwentyRuns() {
        Random random = new Random(1);
        int held = 0;
        for (int run = 0; run < 4000; run++) {
            double[] before = random.doubles(3)
                    .map(ignored -> Math.exp(random.nextGaussian() * 0.1))
                    .toArray();
            double[] after = random.doubles(3)
                    .map(ignored -> 2 * Math.exp(random.nextGaussian() * 0.2))
                    .toArray();
            held += RatioEstimate.of(before, after, 0)
                            .interval(0.95)
                            .orElseThrow()
                            .contains(2)
                    ? 1
                    : 0;
        }
        assertThat(held / 4000.0).isBetween(0.94, 0.985);
    }

    @Test
    void theTailsAgreeWithTheInterval() {
        RatioEstimate estimate = RatioEstimate.of(new double[] {10, 11, 12}, new double[] {5, 6, 5.5}, 0);
        Interval interval = estimate.interval(0.95).orElseThrow();
        assertThat(estimate.pBelow(interval.high())).isCloseTo(0.025, within(1e-6));
        assertThat(estimate.pAbove(interval.low())).isCloseTo(0.025, within(1e-6));
    }

    @Test
    void zerosHaveNoIntervalButCanBeTested() {
        RatioEstimate estimate = RatioEstimate.of(new double[] {0, 0, 0}, new double[] {3, 4, 5}, 0);
        assertThat(estimate.ratio()).isEmpty();
        assertThat(estimate.interval(0.95)).isEmpty();
        assertThat(estimate.pAbove(1.1)).isLessThan(0.02);
        RatioEstimate fallen = RatioEstimate.of(new double[] {100, 100, 100}, new double[] {0, 0, 0}, 0);
        assertThat(fallen.ratio()).hasValue(0.0);
        assertThat(fallen.pBelow(0.1)).isZero();
        assertThat(RatioEstimate.of(new double[] {0, 0}, new double[] {0, 0}, 0).pAbove(1.1))
                .isEqualTo(1);
    }

    @Test
    void aLaunchInWhichHardlyAnythingHappenedLeavesADifference() {
        RatioEstimate estimate = RatioEstimate.of(new double[] {104, 78, 90, 0.1}, new double[] {1, 0.1, 139, 0.4}, 5);
        assertThat(estimate.ratio()).isEmpty();
        assertThat(estimate.interval(0.95)).isEmpty();
        assertThat(estimate.difference(0.95))
                .hasValueSatisfying(each -> assertThat(each.contains(0)).isTrue());
    }

    @Test
    void meansThatAreSmallInTheirUnitHaveNoRatio() {
        double[] before = {1.2, 0.9, 1.5};
        double[] after = {4.1, 3.6, 3.9};
        assertThat(RatioEstimate.of(before, after, 5).ratio()).isEmpty();
        assertThat(RatioEstimate.of(before, after, 0).ratio()).isPresent();
        assertThat(RatioEstimate.of(new double[] {5200, 5220}, new double[] {8.9, 8.8}, 16)
                        .interval(0.95))
                .as("a value may fall to near zero")
                .isPresent();
    }

    @Test
    void oneLaunchShowsNothing() {
        RatioEstimate estimate = RatioEstimate.of(new double[] {1}, new double[] {2, 2.1}, 0);
        assertThat(estimate.interval(0.95)).isEmpty();
        assertThat(estimate.pAbove(1.1)).isEqualTo(1);
    }

    @Test
    void noValuesAndNegativeOnesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> RatioEstimate.of(new double[] {}, new double[] {1}, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> RatioEstimate.of(new double[] {1}, new double[] {-1}, 0));
    }
}
