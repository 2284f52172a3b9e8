/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.judge.Changes.Judged;
import dev.tuned.bench.judge.Judgement.Verdict;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.RunState;
import dev.tuned.bench.run.TestWorkload;
import dev.tuned.bench.statistics.Claim.Condition;
import dev.tuned.bench.statistics.Metric;

import static org.assertj.core.api.Assertions.assertThat;

/** The policy of a comparison, from measurements to the sentence. */
@Tag("without-boot")
class ChangesTests {

    private static final double[] SPREAD = {0.99, 1, 1.01, 1.005, 0.995, 1};

    private final List<Measurement> measurements = new ArrayList<>();

    private static Plan plan(Condition... claims) {
        Comparison comparison = Comparison.of("compare", new TestWorkload("requests", 1), "before", "after");
        Variant before = new Variant("before", Path.of("a.jar"), List.of(), List.of());
        return Plan.of(
                List.of(new Experiment(
                        "compare",
                        List.of(before, before.named("after")),
                        List.of(claims.length == 0 ? comparison : comparison.claiming(claims)))),
                3,
                "");
    }

    /** A launch with its CPU before and after, and with the ruler's movement. */
    private void launch(double before, double after, boolean withControl, @Nullable Double ruler) {
        int launch =
                1 + measurements.stream().mapToInt(Measurement::launch).max().orElse(0);
        double spread = SPREAD[launch - 1];
        measured(launch, "before", before * spread, ruler);
        if (withControl) {
            measured(launch, "before control", before * spread * (launch % 2 == 0 ? 1.01 : 0.99), ruler);
        }
        measured(launch, "after", after / spread, ruler);
    }

    private void launches(int count, double before, double after) {
        for (int i = 0; i < count; i++) {
            launch(before, after, true, null);
        }
    }

    private void measured(int launch, String variant, double cpu, @Nullable Double ruler) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put(Metric.CPU.key(), cpu);
        metrics.put(Metric.ERRORS.key(), 0.0);
        measurements.add(
                new Measurement("compare", launch, variant, "requests", 3000, 1, 0.2, 3, 0.01, metrics, "", ruler));
    }

    private Results results() {
        return new Results(
                Results.SCHEMA,
                new Machine(2, 1024, "Linux", "25", "", "25", 0),
                null,
                "compare",
                "2026-01-01T00:00:00Z",
                1,
                null,
                Outcome.INVALID,
                "",
                null,
                List.of(),
                Map.of("requests", "shop.http"),
                List.copyOf(measurements),
                List.of(),
                null);
    }

    private Judged judged(@Nullable Results baseline, Condition... claims) {
        return new Changes(List.of(), 3, baseline).judge(plan(claims), results());
    }

    @Test
    void worseCountsOnlyIfTheSecondMeasurementLeansToIt() {
        launches(3, 100, 130);
        assertThat(new Changes(List.of(), 3, null)
                        .first(plan(), results())
                        .worse()
                        .keys())
                .containsExactly(Metric.CPU.key());
        assertThat(judged(null).results().outcome()).isEqualTo(Outcome.NOT_WORSE);
        launch(100, 130, false, null);
        Judged confirmed = judged(null);
        assertThat(confirmed.results().outcome()).isEqualTo(Outcome.WORSE);
        assertThat(confirmed.results().sentence())
                .startsWith("worse: CPU ×1.30")
                .endsWith("equivalent: errors");
        assertThat(confirmed.results().comparisons().get(0).metric(Metric.CPU.key()))
                .map(MetricResult::verdict)
                .contains("worse");
    }

    @Test
    void aClaimThatHoldsIsSaidBesideWhatChanged() {
        launches(3, 100, 60);
        Results results = judged(null, new Condition(Metric.CPU, 0.8)).results();
        assertThat(results.outcome()).isEqualTo(Outcome.CONFIRMED);
        assertThat(results.sentence()).isEqualTo("1 of 1 claim confirmed; better: CPU ×0.60; equivalent: errors");
    }

    @Test
    void whatBecameWorseSinceTheBaselineCountsWhereNothingElseDoes() {
        launches(3, 100, 80);
        Results then = judged(null).results();
        measurements.clear();
        launches(3, 100, 100);
        Judged now = judged(then);
        assertThat(now.results().outcome()).isEqualTo(Outcome.WORSE);
        assertThat(now.results().sentence()).startsWith("since the baseline worse: CPU ×1.25; nothing better or worse");
        assertThat(now.since()).anyMatch(line -> line.startsWith("  CPU ×1.25"));
    }

    @Test
    void aMetricThatTheFirstLaunchLacksIsJudgedByTheOthers() {
        launches(4, 100, 100);
        measurements.replaceAll(each -> each.launch() == 1
                ? each
                : with(
                        each,
                        Metric.GC_PAUSE,
                        (each.variant().equals("after") ? 400 : 100) * SPREAD[each.launch() - 1]));
        Results results =
                new Changes(List.of(), 3, null).judge(plan(), results()).results();
        assertThat(results.sentence()).startsWith("worse: GC pause ×4.00");
    }

    @Test
    void whatIsAcceptedMayBecomeWorseSinceTheBaseline() {
        launches(3, 100, 100);
        Results then = judged(null).results();
        measurements.clear();
        launches(3, 100, 150);
        launch(100, 150, false, null);
        Judged now = new Changes(List.of(new Condition(Metric.CPU, 2)), 3, then).judge(plan(), results());
        assertThat(now.results().outcome()).isEqualTo(Outcome.NOT_WORSE);
        assertThat(now.since()).anyMatch(line -> line.startsWith("  CPU ×1.50") && line.endsWith("worse, as accepted"));
    }

    @Test
    void aMachineThatMovedIsToBlame() {
        launch(100, 130, true, 1.05);
        launch(100, 130, true, 1.32);
        launch(100, 130, true, 1.02);
        assertThat(judged(null).results().sentence())
                .endsWith(
                        "; the machine is to blame for what moved: beside the services a fixed piece of work took up to 1.32 times its CPU time");
        measurements.removeIf(each -> each.launch() == 2);
        assertThat(judged(null).results().sentence()).doesNotContain("to blame");
    }

    @Test
    void aMachineThatMovedIsNotToBlameForWhatItDoesNotMove() {
        launch(100, 100, true, 1.05);
        launch(100, 100, true, 1.32);
        launch(100, 100, true, 1.02);
        measurements.replaceAll(
                each -> with(each, Metric.ALLOCATED, each.variant().equals("after") ? 20_000 : 10_000));
        assertThat(new Changes(List.of(), 2, null)
                        .judge(plan(), results())
                        .results()
                        .sentence())
                .isEqualTo("worse: allocation ×2.00; equivalent: CPU, errors");
        RunState failed = new RunState(plan(), results().machine(), null, "compare", results());
        failed.failed("'after' answered 500, expected is 200");
        assertThat(new Changes(List.of(), 3, null)
                        .judge(plan(), failed.snapshot())
                        .results()
                        .sentence())
                .isEqualTo("invalid run: 'after' answered 500, expected is 200");
    }

    private static Measurement with(Measurement one, Metric metric, double value) {
        Map<String, Double> metrics = new LinkedHashMap<>(one.metrics());
        metrics.put(metric.key(), value);
        return new Measurement(
                one.experiment(),
                one.launch(),
                one.variant(),
                one.workload(),
                one.requests(),
                one.seconds(),
                one.clientCoreShare(),
                one.clientStallMs(),
                one.othersCoreShare(),
                metrics,
                one.latencies(),
                one.ruler());
    }

    @Test
    void aRoughRunHasFiguresAndNoVerdict() {
        launch(100, 300, false, null);
        Judged rough = new Changes(List.of(), 3, null).rough(plan(), results());
        assertThat(rough.results().outcome()).isEqualTo(Outcome.ROUGH);
        assertThat(rough.results().outcome().exitCode()).isZero();
        assertThat(rough.results().sentence())
                .isEqualTo(
                        "rough figures of one launch, which are no verdict: CPU ×3.06; without --rough there is one");
        assertThat(rough.judgements().all()).extracting(Judgement::verdict).containsOnly(Verdict.NONE);
        assertThat(rough.judgements().all()).extracting(Judgement::text).containsOnly("");
    }

    @Test
    void withoutAControlNothingIsSaid() {
        for (int i = 0; i < 3; i++) {
            launch(100, 200, false, null);
        }
        Results results = judged(null).results();
        assertThat(results.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(results.sentence()).isEqualTo("invalid run: the control was not measured");
    }
}
