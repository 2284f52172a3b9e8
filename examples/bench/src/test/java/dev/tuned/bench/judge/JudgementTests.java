/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.judge.Judgement.Verdict;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.statistics.Claim;
import dev.tuned.bench.statistics.Interval;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class JudgementTests {

    private static MetricResult result(
            Metric metric, double before, double after, @Nullable Double low, @Nullable Double high) {
        Double ratio = before == 0 ? null : after / before;
        return new MetricResult(
                metric.key(),
                metric.label(),
                false,
                before,
                after,
                ratio,
                low,
                high,
                null,
                null,
                List.of(),
                List.of(),
                null);
    }

    private static Verdict verdict(
            Metric metric, double before, double after, @Nullable Double low, @Nullable Double high) {
        return verdict(result(metric, before, after, low, high));
    }

    private static Verdict verdict(MetricResult result) {
        return Judgement.of(List.of(result)).get(0).verdict();
    }

    @Test
    void smallValuesAreEquivalentOnlyIfThoseOfAllLaunchesAre() {
        MetricResult one = new MetricResult(
                Metric.ALLOCATED.key(),
                "",
                false,
                200,
                210,
                null,
                0.25,
                4.72,
                null,
                null,
                List.of(80.0, 500.0),
                List.of(200.0, 220.0),
                null);
        assertThat(verdict(one)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict(Metric.ALLOCATED, 200, 210, 0.25, 4.72)).isEqualTo(Verdict.EQUIVALENT);
    }

    @Test
    void ofAControlThatIsTooWideNothingCounts() {
        Control wide =
                new Control("before", "before control", "CPU", 1, 0.00024, 4000, 0.0001, 9000, false, "a neighbour");
        assertThat(wide.failed()).isTrue();
        assertThat(wide.allows(Metric.ALLOCATED.key(), new Interval(0.1, 0.2), 1))
                .isFalse();
        Control narrower = new Control("before", "before control", "CPU", 1, 0.55, 1.8, 0.4, 2.5, false, "a neighbour");
        assertThat(narrower.failed()).isFalse();
        assertThat(narrower.allows(Metric.ALLOCATED.key(), new Interval(0.1, 0.2), 1))
                .isTrue();
    }

    private static Verdict errors(List<Double> before, List<Double> after) {
        return verdict(new MetricResult(
                Metric.ERRORS.key(),
                Metric.ERRORS.label(),
                false,
                before.stream().mapToDouble(each -> each).average().orElseThrow(),
                after.stream().mapToDouble(each -> each).average().orElseThrow(),
                null,
                null,
                null,
                null,
                null,
                before,
                after,
                null));
    }

    @Test
    void differenceThatIsClearAndBeyondTheMarginCounts() {
        assertThat(verdict(Metric.CPU, 100, 115, 1.02, 1.3)).isEqualTo(Verdict.WORSE);
        assertThat(verdict(Metric.CPU, 100, 60, 0.5, 0.72)).isEqualTo(Verdict.BETTER);
        assertThat(verdict(Metric.ALLOCATED, 10_000, 10_800, 1.06, 1.1)).isEqualTo(Verdict.WORSE);
    }

    @Test
    void differenceWithinTheMarginIsNone() {
        assertThat(verdict(Metric.CPU, 100, 104, 1.01, 1.07)).isEqualTo(Verdict.EQUIVALENT);
        assertThat(verdict(Metric.ALLOCATED, 10_000, 10_400, 1.02, 1.06)).isEqualTo(Verdict.INCONCLUSIVE);
    }

    /** The judgement of a metric whose ratio and interval are given. */
    private static Judgement judgement(Metric metric, double ratio, double low, double high) {
        return Judgement.of(result(metric, 100, 100 * ratio, low, high));
    }

    private static Optional<Judgement> undecided(Judgement... judgements) {
        return judgements(judgements).undecided();
    }

    private static Judgements judgements(Judgement... judgements) {
        return new Judgements(List.of(judgements));
    }

    @Test
    void cpuThatMayBeWorseIsUndecided() {
        Judgement leaning = judgement(Metric.CPU, 1.12, 0.98, 1.28);
        assertThat(undecided(judgement(Metric.P99, 1, 0.9, 1.1), leaning)).contains(leaning);
        assertThat(undecided(judgement(Metric.CPU, 1.02, 0.88, 1.18))).isEmpty();
        assertThat(undecided(judgement(Metric.CPU, 1.2, 1.1, 1.3))).isEmpty();
        assertThat(undecided(judgement(Metric.CPU, 1, 0.97, 1.03), judgement(Metric.P99, 1.3, 0.8, 2)))
                .isEmpty();
    }

    @Test
    void whatMayBeChanceIsInconclusive() {
        assertThat(verdict(Metric.CPU, 100, 130, 0.95, 1.8)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict(Metric.P99, 20, 24, 1.05, 1.4)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict(Metric.GC_PAUSE, 20, 90, null, null)).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void aTradeOffIsAcceptedUpToItsRatio() {
        Judgement worse = new Judgement(
                new MetricResult(
                        Metric.ALLOCATED.key(),
                        "",
                        false,
                        1000,
                        3000,
                        3.0,
                        2.9,
                        3.1,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        null),
                Verdict.WORSE);
        assertThat(worse.accepting(List.of(new Claim.Condition(Metric.ALLOCATED, 3.0)))
                        .verdict())
                .isEqualTo(Verdict.ACCEPTED);
        assertThat(worse.accepting(List.of(new Claim.Condition(Metric.ALLOCATED, 2.8)))
                        .verdict())
                .isEqualTo(Verdict.WORSE);
        assertThat(worse.accepting(List.of(new Claim.Condition(Metric.RSS, 9))).verdict())
                .isEqualTo(Verdict.WORSE);
    }

    @Test
    void underAWideControlOnlyWhatDiffersByMoreCounts() {
        Control wide = new Control("before", "before control", "CPU", 1, 0.7, 1.3, 0.5, 1.9, false, "a neighbour");
        assertThat(better(0.5, 0.69).under(wide).verdict()).isEqualTo(Verdict.BETTER);
        assertThat(better(0.5, 0.71).under(wide).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        Control failed = new Control("before", "before control", "CPU", 1.2, 1.1, 1.3, 1.05, 1.4, false, "a neighbour");
        assertThat(better(0.1, 0.2).under(failed).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        Judgement counted = new Judgement(
                new MetricResult(
                        Metric.ALLOCATED.key(),
                        "",
                        false,
                        1000,
                        1000,
                        1.0,
                        0.99,
                        1.01,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        null),
                Verdict.EQUIVALENT);
        assertThat(counted.under(wide).verdict()).isEqualTo(Verdict.EQUIVALENT);
        assertThat(counted.under(failed).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    private static Judgement better(double low, double high) {
        return new Judgement(result(Metric.CPU, 100, 50, low, high), Verdict.BETTER);
    }

    @Test
    void smallDifferencesDoNotMatter() {
        assertThat(verdict(Metric.WRITTEN, 3, 30, 8.0, 12.0)).isEqualTo(Verdict.EQUIVALENT);
        assertThat(verdict(Metric.GC_PAUSE, 0, 2, null, null)).isEqualTo(Verdict.EQUIVALENT);
    }

    private static MetricResult measured(Metric metric, double[] before, double[] after) {
        return MetricResult.of(
                metric,
                RatioEstimate.of(before, after, metric.nearZero()),
                DoubleStream.of(before).boxed().toList(),
                DoubleStream.of(after).boxed().toList());
    }

    @Test
    void aClearRiseFromNearZeroIsWorseByItsDifference() {
        MetricResult pauses = measured(Metric.GC_PAUSE, new double[] {2, 1, 3}, new double[] {400, 420, 390});
        assertThat(pauses.ratio()).isNull();
        assertThat(verdict(pauses)).isEqualTo(Verdict.WORSE);
        assertThat(verdict(measured(Metric.WRITTEN, new double[] {8, 0, 9}, new double[] {5000, 5100, 4900})))
                .isEqualTo(Verdict.WORSE);
        assertThat(verdict(measured(Metric.GC_PAUSE, new double[] {2, 1, 3}, new double[] {400, 2, 3})))
                .isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict(measured(Metric.GC_PAUSE, new double[] {2, 1, 3}, new double[] {6, 6.1, 6.2})))
                .isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void aRiseFromNearZeroIsBorneOutAndAcceptedByItsValues() {
        Judgement rose = Judgement.of(measured(Metric.WRITTEN, new double[] {8, 8, 9}, new double[] {800, 810, 790}));
        Judgement again = Judgement.of(measured(Metric.WRITTEN, new double[] {8}, new double[] {800}));
        assertThat(judgements(rose).borneOut(judgements(again)).outcome(null)).isEqualTo(Outcome.WORSE);
        assertThat(rose.accepting(List.of(new Claim.Condition(Metric.WRITTEN, 120)))
                        .verdict())
                .isEqualTo(Verdict.ACCEPTED);
        assertThat(rose.accepting(List.of(new Claim.Condition(Metric.WRITTEN, 50)))
                        .verdict())
                .isEqualTo(Verdict.WORSE);
    }

    @Test
    void errorsOfEveryLaunchCountHoweverMuchTheySpread() {
        List<Double> none = List.of(0.0, 0.0, 0.0);
        assertThat(errors(none, List.of(12.0, 2.0, 30.0))).isEqualTo(Verdict.WORSE);
        assertThat(errors(List.of(0.0, 0.0, 1.95), List.of(12.0, 2.0, 30.0))).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(errors(List.of(0.0, 0.0), List.of(12.0, 2.0))).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void errorsCountWhereTheirDifferenceIsClearBetweenLaunches() {
        List<Double> none = List.of(0.0, 0.0, 0.0);
        assertThat(errors(none, List.of(2.0, 2.2, 1.9))).isEqualTo(Verdict.WORSE);
        assertThat(errors(none, List.of(2.0, 2.0, 2.0))).isEqualTo(Verdict.WORSE);
        assertThat(errors(List.of(2.0, 2.2, 1.9), none)).isEqualTo(Verdict.BETTER);
        assertThat(errors(none, none)).isEqualTo(Verdict.EQUIVALENT);
        assertThat(errors(none, List.of(0.01, 0.0, 0.0))).isEqualTo(Verdict.EQUIVALENT);
    }

    @Test
    void errorsOfASingleLaunchMayBeChance() {
        List<Double> none = List.of(0.0, 0.0, 0.0);
        assertThat(errors(none, List.of(6.0, 0.0, 0.0))).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(errors(List.of(9.0, 0.0, 0.0), List.of(0.0, 0.0, 6.0))).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void underAWideControlTwiceTheCpuHasToBeSeenBeyondIt() {
        // Twice the CPU would be ×2 [1.54–2.6].
        Judgements cpu = judgements(better(0.77, 1.3).inconclusive());
        Control passed = new Control("before", "before control", "CPU", 1, 0.9, 1.1, 0.8, 1.2, true, null);
        Control wide = new Control("before", "before control", "CPU", 1, 0.61, 1.68, 0.4, 2.5, false, "a neighbour");
        assertThat(cpu.outcome(passed)).isEqualTo(Outcome.NOT_WORSE);
        assertThat(cpu.outcome(wide)).isEqualTo(Outcome.INCONCLUSIVE);
        // A fifth of the CPU is not twice as much, however wide the interval is.
        assertThat(judgements(better(0.09, 0.43)).outcome(passed)).isEqualTo(Outcome.NOT_WORSE);
        assertThat(judgements(better(0.3, 2.1).inconclusive()).outcome(passed)).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void whereBothServicesFailRequestsTheRunMeasuredErrors() {
        MetricResult errors = new MetricResult(
                Metric.ERRORS.key(),
                Metric.ERRORS.label(),
                false,
                9,
                9,
                1.0,
                1.0,
                1.0,
                null,
                null,
                List.of(9.0, 9.0, 9.0),
                List.of(9.0, 9.0, 9.0),
                null);
        Judgements judgements = judgements(better(0.98, 1.02).inconclusive(), Judgement.of(errors));
        assertThat(judgements.outcome(null)).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(judgements.sentence(Outcome.INCONCLUSIVE, null))
                .startsWith("inconclusive, since both services failed requests (9.0 % and 9.0 %)");
    }
}
