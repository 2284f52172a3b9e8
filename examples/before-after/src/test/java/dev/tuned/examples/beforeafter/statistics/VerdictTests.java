/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class VerdictTests {

    @ParameterizedTest
    @CsvSource({
        "0.50, 0.949, BETTER",
        "0.50, 0.95,  INCONCLUSIVE",
        "0.95, 1.05,  SAME",
        "0.999, 0.999, SAME",
        "0.949, 1.05, INCONCLUSIVE",
        "0.95, 1.051, INCONCLUSIVE",
        "1.05, 2.00,  INCONCLUSIVE",
        "1.051, 2.00, WORSE",
        "0.50, 2.00,  INCONCLUSIVE"
    })
    void lessIsBetterWhereTheMetricIsACost(double low, double high, Verdict expected) {
        assertThat(Verdict.of(estimate(low, high, 6), false)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0.50, 0.949, WORSE", "0.95, 1.05, SAME", "1.051, 2.00, BETTER", "0.90, 1.20, INCONCLUSIVE"})
    void moreIsBetterWhereTheMetricIsARate(double low, double high, Verdict expected) {
        assertThat(Verdict.of(estimate(low, high, 6), true)).isEqualTo(expected);
    }

    @Test
    void twoPairsAreNotEnoughForAVerdict() {
        assertThat(Verdict.of(estimate(0.1, 0.1, 2), false)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(Verdict.of(estimate(0.1, 0.1, 3), false)).isEqualTo(Verdict.BETTER);
    }

    @ParameterizedTest
    @CsvSource({
        "0.50, 0.949, 6, true,  true",
        "0.50, 0.949, 2, false, false",
        "0.90, 1.04,  6, false, true",
        "0.96, 1.04,  6, false, true",
        "0.96, 1.06,  6, false, false",
        "1.06, 1.20,  6, false, false"
    })
    void betterTakesTheVerdictAndNotWorseOnlyThatNothingLiesBeyondTheMargin(
            double low, double high, int pairs, boolean better, boolean notWorse) {
        RatioEstimate estimate = estimate(low, high, pairs);

        assertThat(Claim.better(Metric.CPU_US_PER_REQUEST).isMetBy(estimate)).isEqualTo(better);
        assertThat(Claim.notWorse(Metric.CPU_US_PER_REQUEST).isMetBy(estimate)).isEqualTo(notWorse);
    }

    @Test
    void aRateIsNotWorseWhenItDoesNotFall() {
        assertThat(Claim.notWorse(Metric.REQUESTS_PER_SECOND).isMetBy(estimate(0.96, 2, 6)))
                .isTrue();
        assertThat(Claim.notWorse(Metric.REQUESTS_PER_SECOND).isMetBy(estimate(0.94, 2, 6)))
                .isFalse();
        assertThat(Claim.better(Metric.REQUESTS_PER_SECOND).isMetBy(estimate(1.06, 2, 6)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0.40, 0.50, 6, true", "0.40, 0.51, 6, false", "0.40, 0.50, 2, false"})
    void aFactorOfACostIsProvenWhenTheWholeIntervalIsBelowIt(double low, double high, int pairs, boolean met) {
        assertThat(Claim.byFactor(Metric.CPU_US_PER_REQUEST, 0.5).isMetBy(estimate(low, high, pairs)))
                .isEqualTo(met);
    }

    @ParameterizedTest
    @CsvSource({"3.50, 3.90, true", "3.49, 3.90, false"})
    void aFactorOfARateIsProvenWhenTheWholeIntervalIsAboveIt(double low, double high, boolean met) {
        assertThat(Claim.byFactor(Metric.REQUESTS_PER_SECOND, 3.5).isMetBy(estimate(low, high, 6)))
                .isEqualTo(met);
    }

    @Test
    void aClaimWithABoundNamesIt() {
        assertThat(Claim.byFactor(Metric.CPU_US_PER_REQUEST, 0.5).label()).isEqualTo("≤ 0.5×");
        assertThat(Claim.byFactor(Metric.REQUESTS_PER_SECOND, 3).label()).isEqualTo("≥ 3×");
        assertThat(Claim.reaches(Metric.SHARE_OF_IDEAL, 0.75).label()).isEqualTo("≥ 0.75");
    }

    private static RatioEstimate estimate(double low, double high, int pairs) {
        return new RatioEstimate(Math.sqrt(low * high), new Interval(low, high), pairs);
    }
}
