/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.ConditionResult;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.TradeOff;
import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.TestWorkload;
import dev.tuned.bench.statistics.Claim.Condition;
import dev.tuned.bench.statistics.ClaimVerdict;
import dev.tuned.bench.statistics.Metric;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class ClaimsTests {

    private static final double[] STEADY = {0.98, 1.0, 1.02};
    private static final double[] STEADY_TOO = {1.02, 0.98, 1.0};

    private final List<Measurement> measurements = new ArrayList<>();

    private static Comparison upload() {
        return Comparison.of("upload", new TestWorkload("upload-5k", 1), "stock", "tuned")
                .claiming(new Condition(Metric.CPU, 0.7));
    }

    private static Plan plan(Comparison... comparisons) {
        List<Variant> variants = List.of(variant("stock"), variant("tuned"));
        return Plan.of(List.of(new Experiment("default", variants, List.of(comparisons))), 3, "/");
    }

    private static Variant variant(String name) {
        return new Variant(name, Path.of(name + ".jar"), List.of(), List.of());
    }

    /** Three launches of a variant whose values spread by 2 %. */
    private void measured(String variant, Map<Metric, Double> values) {
        measured(variant, values, STEADY);
    }

    private void measured(String variant, Map<Metric, Double> values, double[] spread) {
        for (int launch = 1; launch <= spread.length; launch++) {
            Map<String, Double> metrics = new LinkedHashMap<>();
            double factor = spread[launch - 1];
            values.forEach((metric, value) -> metrics.put(metric.key(), value * factor));
            measurements.add(
                    new Measurement("default", launch, variant, "upload-5k", 3000, 1, 0.2, 3, 0.01, metrics, "", null));
        }
    }

    private Results evaluate(Comparison comparison, @Nullable String problem) {
        return evaluate("", plan(comparison), measurements, problem);
    }

    private Results evaluate(Comparison comparison) {
        return evaluate(comparison, null);
    }

    private static Results evaluate(String subject, Plan plan, List<Measurement> measured, @Nullable String problem) {
        Results unjudged = new Results(
                Results.SCHEMA,
                new Machine(2, 1024, "Linux", "25", "", "25", 0),
                null,
                "before-after",
                "2026-01-01T00:00:00Z",
                1,
                problem,
                Outcome.INVALID,
                "",
                null,
                List.of(),
                Map.of(),
                measured,
                List.of(),
                null);
        return Claims.of(subject).judge(plan, unjudged);
    }

    private void stockAndControl() {
        measured("stock", Map.of(Metric.CPU, 100.0, Metric.ALLOCATED, 1000.0));
        measured("stock control", Map.of(Metric.CPU, 100.5, Metric.ALLOCATED, 1000.0), STEADY_TOO);
    }

    @Test
    void aClaimWhoseWholeIntervalKeepsTheBoundIsConfirmed() {
        stockAndControl();
        measured("tuned", Map.of(Metric.CPU, 50.0, Metric.ALLOCATED, 1000.0));
        Results evaluation = evaluate(upload());
        assertThat(evaluation.outcome()).isEqualTo(Outcome.CONFIRMED);
        assertThat(evaluation.sentence()).isEqualTo("1 of 1 claim confirmed; no trade-off");
        assertThat(evaluation.control()).matches(control -> control != null && control.passed());
    }

    @Test
    void aClaimWhoseWholeIntervalMissesTheBoundIsRefuted() {
        stockAndControl();
        measured("tuned", Map.of(Metric.CPU, 90.0, Metric.ALLOCATED, 1000.0));
        Results evaluation = evaluate(upload());
        assertThat(evaluation.outcome()).isEqualTo(Outcome.REFUTED);
        assertThat(evaluation.outcome().exitCode()).isEqualTo(1);
        assertThat(evaluation.sentence()).isEqualTo("0 of 1 claim confirmed; refuted: upload; no trade-off");
    }

    @Test
    void aClaimWhoseIntervalHoldsTheBoundIsInconclusiveAndSaysWhatCouldHaveBeenSeen() {
        stockAndControl();
        measured("tuned", Map.of(Metric.CPU, 69.0, Metric.ALLOCATED, 1000.0));
        Results evaluation = evaluate(upload());
        assertThat(evaluation.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(evaluation.outcome().exitCode()).isEqualTo(2);
        ConditionResult condition =
                evaluation.comparisons().get(0).claim().conditions().get(0);
        assertThat(condition.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
        assertThat(condition.seen()).isBetween(0.6, 0.69);
    }

    @Test
    void whatBecomesWorseIsATradeOffAndBeyondWhatIsDeclaredExitsWithOne() {
        stockAndControl();
        measured("tuned", Map.of(Metric.CPU, 50.0, Metric.ALLOCATED, 1400.0));
        Results undeclared = evaluate(upload());
        assertThat(undeclared.outcome()).isEqualTo(Outcome.TRADE_OFF);
        assertThat(undeclared.outcome().exitCode()).isEqualTo(1);
        assertThat(undeclared.sentence())
                .isEqualTo(
                        "1 of 1 claim confirmed; trade-off beyond what is declared: upload allocated B/request ×1.40");
        Results declared = evaluate(upload().accepting(Map.of(Metric.ALLOCATED, 1.5)));
        assertThat(declared.outcome()).isEqualTo(Outcome.CONFIRMED);
        assertThat(declared.sentence())
                .isEqualTo("1 of 1 claim confirmed; trade-off: upload allocated B/request ×1.40");
        Results tooDear = evaluate(upload().accepting(Map.of(Metric.ALLOCATED, 1.2)));
        assertThat(tooDear.outcome()).isEqualTo(Outcome.TRADE_OFF);
    }

    @Test
    void aLittleWorseIsNoTradeOff() {
        stockAndControl();
        measured("tuned", Map.of(Metric.CPU, 50.0, Metric.ALLOCATED, 1080.0));
        assertThat(evaluate(upload()).comparisons().get(0).tradeOffs()).isEmpty();
    }

    @Test
    void errorsWhereThereWereNoneAreATradeOffWithoutARatio() {
        measured("stock", Map.of(Metric.CPU, 100.0, Metric.ERRORS, 0.0));
        measured("stock control", Map.of(Metric.CPU, 100.0, Metric.ERRORS, 0.0), STEADY_TOO);
        measured("tuned", Map.of(Metric.CPU, 50.0, Metric.ERRORS, 2.0));
        Results evaluation = evaluate(upload());
        assertThat(evaluation.outcome()).isEqualTo(Outcome.TRADE_OFF);
        List<TradeOff> tradeOffs = evaluation.comparisons().get(0).tradeOffs();
        assertThat(tradeOffs).extracting(TradeOff::ratio).containsOnlyNulls();
        assertThat(tradeOffs).extracting(TradeOff::after).containsExactly(2.0);
    }

    @Test
    void controlsThatDifferMakeTheRunInvalidAndSayWhatDisturbedIt() {
        measured("stock", Map.of(Metric.CPU, 100.0));
        measured("stock control", Map.of(Metric.CPU, 130.0));
        measured("tuned", Map.of(Metric.CPU, 50.0));
        Results evaluation = evaluate(upload());
        assertThat(evaluation.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(evaluation.sentence())
                .startsWith("invalid run: two services that were started alike differ: other processes");
    }

    private void stockAndAControlThatSpreadsWidely() {
        measured("stock", Map.of(Metric.CPU, 100.0, Metric.ALLOCATED, 1000.0));
        measured("stock control", Map.of(Metric.CPU, 100.0, Metric.ALLOCATED, 1000.0), new double[] {0.7, 1, 1.4});
    }

    @Test
    void controlsThatSpreadWidelyLeaveOnlyWhatDiffersByMore() {
        stockAndAControlThatSpreadsWidely();
        measured("tuned", Map.of(Metric.CPU, 20.0, Metric.ALLOCATED, 1000.0));
        Results large = evaluate(upload());
        assertThat(large.control()).matches(control -> control != null && !control.passed() && !control.failed());
        assertThat(large.outcome()).isEqualTo(Outcome.CONFIRMED);
        assertThat(large.sentence()).isEqualTo("1 of 1 claim confirmed; no trade-off");

        measurements.removeIf(each -> each.variant().equals("tuned"));
        measured("tuned", Map.of(Metric.CPU, 45.0));
        Results small = evaluate(upload());
        assertThat(small.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(small.sentence())
                .startsWith("invalid run: two services that were started alike may differ by ×2")
                .contains(", and nothing for certain by more: other processes");
        assertThat(small.comparisons().get(0).claim().verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
    }

    @Test
    void controlsWithoutACommonScaleMakeTheRunInvalid() {
        measured("stock", Map.of(Metric.CPU, 100.0));
        measured("stock control", Map.of(Metric.CPU, 100.0), new double[] {0.01, 1, 40});
        measured("tuned", Map.of(Metric.CPU, 50.0));
        Results evaluation = evaluate(upload());
        assertThat(evaluation.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(evaluation.sentence()).contains("may differ by ×1.00e+03, which is more than the ×3");
    }

    @Test
    void controlsThatSpreadWidelySayNothingOfWhatIsCounted() {
        stockAndAControlThatSpreadsWidely();
        measured("tuned", Map.of(Metric.CPU, 20.0, Metric.ALLOCATED, 2000.0));
        Results evaluation = evaluate(upload());
        assertThat(evaluation.outcome()).isEqualTo(Outcome.TRADE_OFF);
        assertThat(evaluation.comparisons().get(0).tradeOffs())
                .extracting(TradeOff::metric)
                .containsExactly(Metric.ALLOCATED.key());
    }

    @Test
    void launchesWithoutAControlAreNoneOfTheControls() {
        measured("stock", Map.of(Metric.CPU, 100.0), new double[] {0.98, 1.0, 1.02, 1.01});
        measured("stock control", Map.of(Metric.CPU, 100.0), STEADY_TOO);
        measured("tuned", Map.of(Metric.CPU, 50.0), new double[] {0.98, 1.0, 1.02, 1.01});
        Results evaluation = evaluate(upload());
        assertThat(evaluation.outcome()).isEqualTo(Outcome.CONFIRMED);
        assertThat(evaluation.control()).matches(control -> control != null && control.passed());
    }

    /** Twice as slow in one launch as in another: a difference that hits all variants alike is none of theirs. */
    @Test
    void aMachineThatChangesBetweenLaunchesDoesNotHideTheEffect() {
        double[] machine = {1, 2, 1.5};
        measured("stock", Map.of(Metric.CPU, 100.0), new double[] {1, 2.1, 1.5});
        measured("stock control", Map.of(Metric.CPU, 102.0), new double[] {1.05, 1.95, 1.5});
        measured("tuned", Map.of(Metric.CPU, 50.0), machine);
        Results evaluation = evaluate(upload());
        assertThat(evaluation.outcome()).isEqualTo(Outcome.CONFIRMED);
        assertThat(evaluation.comparisons().get(0).metrics().get(0).afterLaunches())
                .as("shown as measured")
                .containsExactly(50.0, 100.0, 75.0);
    }

    /**
     * What the correction for the machine must keep: the truth lies on either side of the interval one time in twenty.
     */
    @Test
    void theIntervalHoldsTheTruthOnAMachineThatChanges() {
        Random random = new Random(2);
        int held = 0;
        for (int run = 0; run < 2000; run++) {
            measurements.clear();
            double[] machine = random.doubles(3, 0.5, 2).toArray();
            for (String variant : List.of("stock", "stock control", "tuned")) {
                double spread = variant.equals("tuned") ? 0.15 : 0.08;
                double[] factors = Arrays.stream(machine)
                        .map(each -> each * Math.exp(random.nextGaussian() * spread))
                        .toArray();
                measured(variant, Map.of(Metric.CPU, variant.equals("tuned") ? 50.0 : 100.0), factors);
            }
            ConditionResult condition =
                    evaluate(upload()).comparisons().get(0).claim().conditions().get(0);
            held += condition.low() <= 0.5 && 0.5 <= condition.high() ? 1 : 0;
        }
        assertThat(held / 2000.0).isBetween(0.88, 0.93);
    }

    @Test
    void aRowWithoutAClaimIsNoClaimAndSaysSo() {
        stockAndControl();
        measured("tuned", Map.of(Metric.CPU, 50.0, Metric.ALLOCATED, 1000.0));
        Comparison logging = Comparison.of("logging", new TestWorkload("upload-5k", 1), "stock", "tuned")
                .claiming();
        Results evaluation = evaluate("", plan(upload(), logging), measurements, null);
        assertThat(evaluation.sentence())
                .isEqualTo("1 of 1 claim confirmed; no claim, no gain shown: logging; no trade-off");
        assertThat(evaluation.outcome()).isEqualTo(Outcome.CONFIRMED);
        assertThat(evaluate(logging).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void theSentenceNamesTheJava() {
        stockAndControl();
        measured("tuned", Map.of(Metric.CPU, 50.0, Metric.ALLOCATED, 1000.0));
        assertThat(evaluate("Java 25", plan(upload()), measurements, null).sentence())
                .isEqualTo("Java 25: 1 of 1 claim confirmed; no trade-off");
    }

    /** Means of 45 and 24 µs of which some launches have 100 and some next to nothing are no factor of anything. */
    @Test
    void valuesNearZeroHaveADifferenceAndNoRatio() {
        measured("stock", Map.of(Metric.CPU, 100.0, Metric.COLLECTOR_CPU, 80.0), new double[] {1.2, 1, 0.004});
        measured("stock control", Map.of(Metric.CPU, 100.0, Metric.COLLECTOR_CPU, 80.0), new double[] {1.2, 1, 0.004});
        measured("tuned", Map.of(Metric.CPU, 50.0, Metric.COLLECTOR_CPU, 80.0), new double[] {1, 0.003, 0.002});
        MetricResult collectors = evaluate(upload())
                .comparisons()
                .get(0)
                .metric(Metric.COLLECTOR_CPU.key())
                .orElseThrow();
        assertThat(collectors.ratio()).isNull();
        assertThat(collectors.low()).isNull();
        assertThat(collectors.lowDifference()).isNegative();
        assertThat(collectors.highDifference()).isPositive();
    }

    @Test
    void aRunThatDidNotComeToItsEndIsInvalid() {
        stockAndControl();
        measured("tuned", Map.of(Metric.CPU, 50.0, Metric.ALLOCATED, 1000.0));
        Results evaluation = evaluate(upload(), "interrupted");
        assertThat(evaluation.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(evaluation.sentence()).isEqualTo("invalid run: interrupted");
        assertThat(evaluate("", plan(upload()), List.of(), "interrupted").comparisons())
                .isEmpty();
    }

    @Test
    void whatOnlyExplainsIsNotJudged() {
        stockAndControl();
        measured("tuned", Map.of(Metric.CPU, 200.0, Metric.ALLOCATED, 9000.0));
        Results evaluation = evaluate(Comparison.of("reference", new TestWorkload("upload-5k", 1), "stock", "tuned")
                .unjudged());
        assertThat(evaluation.comparisons())
                .flatExtracting(ComparisonResult::tradeOffs)
                .isEmpty();
        assertThat(evaluation.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(evaluation.sentence()).isEqualTo("nothing was claimed; no trade-off");
    }
}
