/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.command.Bench;
import dev.tuned.bench.command.MergeCommand;
import dev.tuned.bench.judge.Judgement.Verdict;
import dev.tuned.bench.requests.RequestFile;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class BaselineTests {

    private static final Machine MACHINE =
            new Machine(2, 24_000, "Linux 6 amd64", "25.0.3 (Eclipse)", "-Xmx1g", "25", 0.1);
    private static final Map<String, String> SETTINGS = Map.of(
            "before", "old.jar (1)", "after", "new.jar (2)", "requests", "shop.http (3)", "load", "16 connections");

    private static final Control PASSED =
            new Control("before", "before control", "CPU", 1, 0.95, 1.05, 0.9, 1.1, true, null);

    private static MetricResult metric(Metric metric, double[] before, double[] after) {
        return MetricResult.of(
                metric,
                RatioEstimate.of(before, after, metric.nearZero()),
                DoubleStream.of(before).boxed().toList(),
                DoubleStream.of(after).boxed().toList());
    }

    private static Results results(
            Machine machine, Map<String, String> settings, @Nullable String problem, double... ratios) {
        return results(machine, settings, problem, PASSED, new double[] {0, 0, 0}, ratios);
    }

    private static Results results(
            Machine machine,
            Map<String, String> settings,
            @Nullable String problem,
            @Nullable Control control,
            double[] errors,
            double... ratios) {
        double[] before = DoubleStream.of(ratios).map(ratio -> 100).toArray();
        double[] after = DoubleStream.of(ratios).map(ratio -> 100 * ratio).toArray();
        return results(
                machine,
                settings,
                problem,
                control,
                ratios.length,
                metric(Metric.CPU, before, after),
                metric(Metric.ERRORS, new double[errors.length], errors));
    }

    private static Results results(
            Machine machine,
            Map<String, String> settings,
            @Nullable String problem,
            @Nullable Control control,
            int launches,
            MetricResult... metrics) {
        return new Results(
                Results.SCHEMA,
                machine,
                null,
                "compare",
                "2026-01-01T00:00:00Z",
                100,
                problem,
                Outcome.NOT_WORSE,
                "",
                control,
                List.of(new ComparisonResult(
                        "compare",
                        "requests",
                        "",
                        "",
                        "before",
                        "after",
                        launches,
                        null,
                        List.of(),
                        List.of(metrics),
                        null,
                        null)),
                settings,
                List.of(),
                List.of(),
                null);
    }

    private static Results results(double... ratios) {
        return results(MACHINE, SETTINGS, null, ratios);
    }

    @Test
    void whatBecameWorseSinceThenIsSeenByTheRatiosToTheSameServiceBefore() {
        Results then = results(1.00, 1.01, 0.99, 1.00);
        Judgements worse = Baseline.judgements(then, results(1.20, 1.22, 1.19, 1.21));
        assertThat(worse.all()).extracting(Judgement::verdict).containsExactly(Verdict.WORSE);
        assertThat(worse.outcome(null)).isEqualTo(Outcome.WORSE);
        assertThat(worse.inFewWords()).isEqualTo("worse: CPU ×1.20");
        assertThat(Baseline.lines(then, worse))
                .last()
                .asString()
                .startsWith("  CPU ×1.20 [")
                .endsWith(" worse");
        assertThat(Baseline.judgements(then, results(1.01, 1.00, 1.00, 0.99)).all())
                .extracting(Judgement::verdict)
                .containsExactly(Verdict.EQUIVALENT);
    }

    @Test
    void otherMachinesJavasAndSettingsAreSaid() {
        Results then = results(1, 1, 1);
        assertThat(Baseline.whyNot(then, MACHINE, SETTINGS)).isEmpty();
        Machine larger = new Machine(4, 24_000, "Linux 6 amd64", "25.0.3 (Eclipse)", "-Xmx1g", "25", 0.1);
        assertThat(Baseline.whyNot(then, larger, SETTINGS).orElseThrow()).contains("its machine was another: 2 cores");
        Machine java = new Machine(2, 24_000, "Linux 6 amd64", "17.0.9 (Eclipse)", "-Xmx1g", "25", 0.1);
        assertThat(Baseline.whyNot(then, java, SETTINGS))
                .contains("its Java was 25.0.3 (Eclipse), now 17.0.9 (Eclipse)");
        Machine heap = new Machine(2, 24_100, "Linux 6 amd64", "25.0.3 (Eclipse)", "-Xmx2g", "25", 0.1);
        assertThat(Baseline.whyNot(then, heap, SETTINGS)).contains("its JVM flags were '-Xmx1g', now '-Xmx2g'");
        Map<String, String> load = new java.util.HashMap<>(SETTINGS);
        load.put("load", "32 connections");
        assertThat(Baseline.whyNot(then, MACHINE, load)).contains("its load was 16 connections, now 32 connections");
        Map<String, String> before = new java.util.HashMap<>(SETTINGS);
        before.put("before", "older.jar (9)");
        assertThat(Baseline.whyNot(then, MACHINE, before))
                .contains("its service before was old.jar (1), now older.jar (9)");
        assertThat(Baseline.whyNot(results(MACHINE, SETTINGS, "interrupted", 1, 1), MACHINE, SETTINGS))
                .contains("it came to no end");
    }

    @Test
    void runsOfTwoMachinesGiveOneVerdict() {
        Machine other = new Machine(8, 64_000, "Linux 7 aarch64", "25.0.3 (Eclipse)", "-Xmx1g", "25", 0.1);
        List<Results> runs = List.of(results(1.20, 1.22, 1.19), results(other, SETTINGS, null, 1.15, 1.18, 1.16));
        assertThat(Baseline.whyNotMerged(runs)).isEmpty();
        Judgements merged = Baseline.merged(runs);
        assertThat(merged.all()).extracting(Judgement::verdict).containsExactly(Verdict.WORSE, Verdict.EQUIVALENT);
        assertThat(merged.all().get(0).metric().ratio()).isBetween(1.17, 1.19);
        assertThat(merged.outcome(null)).isEqualTo(Outcome.WORSE);
        Judgements contrary = Baseline.merged(List.of(results(1.30, 1.32, 1.29), results(0.75, 0.76, 0.74)));
        assertThat(contrary.all())
                .extracting(Judgement::verdict)
                .containsExactly(Verdict.INCONCLUSIVE, Verdict.EQUIVALENT);
        assertThat(Baseline.merged(List.of(results(1, 9, 0.2), results(5, 0.3, 1)))
                        .outcome(null))
                .isEqualTo(Outcome.INCONCLUSIVE);
        Map<String, String> requests = new java.util.HashMap<>(SETTINGS);
        requests.put("requests", "other.http (4)");
        assertThat(Baseline.whyNotMerged(List.of(results(1, 1), results(MACHINE, requests, null, 1, 1))))
                .contains("its requests was shop.http (3), now other.http (4)");
    }

    private static Results of(Metric metric, double[] before, double[] after) {
        return results(MACHINE, SETTINGS, null, PASSED, before.length, metric(metric, before, after));
    }

    private static Verdict verdict(Judgements judgements) {
        return judgements.all().get(0).verdict();
    }

    @Test
    void whatIsTooSmallInEachRunIsTooSmallTogether() {
        double[] before = {0.30, 0.31, 0.30};
        Results same = of(Metric.P99, before, before);
        Results more = of(Metric.P99, before, new double[] {0.40, 0.41, 0.42});
        assertThat(verdict(Baseline.merged(List.of(more, of(Metric.P99, before, new double[] {0.41, 0.42, 0.40})))))
                .isEqualTo(Verdict.EQUIVALENT);
        assertThat(verdict(Baseline.judgements(same, more))).isEqualTo(Verdict.EQUIVALENT);
        double[] slow = {30, 31, 30};
        Results slower = of(Metric.P99, slow, new double[] {45, 46, 45});
        assertThat(verdict(Baseline.merged(List.of(more, slower)))).isEqualTo(Verdict.WORSE);
        assertThat(verdict(Baseline.judgements(of(Metric.P99, slow, slow), slower)))
                .isEqualTo(Verdict.WORSE);
    }

    @Test
    void aRiseFromNearZeroIsWorseInTheMergedVerdictToo() {
        Results rose = of(Metric.GC_PAUSE, new double[] {0, 2, 0}, new double[] {400, 410, 420});
        Results again = of(Metric.GC_PAUSE, new double[] {0, 0, 1}, new double[] {300, 310, 320});
        assertThat(verdict(Baseline.merged(List.of(rose, again)))).isEqualTo(Verdict.WORSE);
    }

    @Test
    void requestsAreOthersWhereTheFilesTheyTakeFromAre(@TempDir Path directory) throws Exception {
        Path requests = Files.writeString(
                directory.resolve("shop.http"),
                "# @values sku < ./skus.txt\nPOST /orders/{{sku}}\nContent-Type: image/jpeg\n\n< ./a.jpg\n");
        Set<String> described = new HashSet<>();
        for (List<String> contents : List.of(List.of("1", "a"), List.of("1", "b"), List.of("2", "b"))) {
            Files.writeString(directory.resolve("skus.txt"), contents.get(0));
            Files.writeString(directory.resolve("a.jpg"), contents.get(1));
            described.add(Baseline.described(requests, RequestFile.read(requests)));
            described.add(Baseline.described(requests, RequestFile.read(requests)));
        }
        assertThat(described).hasSize(3).allMatch(each -> each.startsWith("shop.http ("));
    }

    @Test
    void mergeSaysWhichMachineIsToBlame(@TempDir Path directory) throws Exception {
        Results calm = results(1.00, 1.01, 0.99);
        Results moved = new Results(
                calm.schema(),
                calm.machine(),
                null,
                "",
                "2026-01-02T00:00:00Z",
                1,
                null,
                calm.outcome(),
                "",
                calm.control(),
                calm.comparisons(),
                calm.settings(),
                List.of(new Measurement("compare", 1, "before", "requests", 1, 1, 0, 0, 0, Map.of(), "", 1.32)),
                List.of(),
                null);
        Path one = Files.writeString(directory.resolve("one.json"), ResultsFile.toJson(calm));
        Path other = Files.writeString(directory.resolve("other.json"), ResultsFile.toJson(moved));
        StringWriter out = new StringWriter();
        int code = Bench.commandLine(new MergeCommand())
                .setOut(new PrintWriter(out))
                .execute(one.toString(), other.toString());
        assertThat(code).isZero();
        assertThat(out.toString().lines())
                .anyMatch(line -> line.startsWith("1: ") && line.endsWith("2026-01-01T00:00:00Z"))
                .anyMatch(line -> line.startsWith("2: ") && line.contains("Z; the machine is to blame for what moved"));
    }

    @Test
    void whatALaunchLacksIsInNoPairs() {
        double[] pauses = {100, 110, 90};
        Results then = of(Metric.GC_PAUSE, pauses, pauses);
        Results now = results(MACHINE, SETTINGS, null, PASSED, 4, metric(Metric.GC_PAUSE, pauses, pauses));
        assertThat(Baseline.judgements(then, then).isEmpty()).isFalse();
        assertThat(Baseline.judgements(then, now).isEmpty()).isTrue();
    }

    @Test
    void whatTheRunsAcceptedIsAcceptedInTheMergedVerdict() {
        Results accepted = results(1.5, 1.51, 1.49).withVerdicts(Map.of(Metric.CPU.key(), "worse, as accepted"));
        Results also = results(1.6, 1.61, 1.62).withVerdicts(Map.of(Metric.CPU.key(), "worse, as accepted"));
        assertThat(verdict(Baseline.merged(List.of(accepted, also)))).isEqualTo(Verdict.ACCEPTED);
        Results beyond = results(2.6, 2.61, 2.62).withVerdicts(Map.of(Metric.CPU.key(), "worse"));
        assertThat(verdict(Baseline.merged(List.of(accepted, beyond)))).isEqualTo(Verdict.WORSE);
    }

    @Test
    void errorsOfOneMachineCountInTheMergedVerdict() {
        Results failing = results(MACHINE, SETTINGS, null, PASSED, new double[] {20, 21, 19}, 1.00, 1.01, 0.99);
        Judgements merged = Baseline.merged(List.of(results(1.01, 1.00, 0.99), failing));
        assertThat(merged.all()).extracting(Judgement::verdict).containsExactly(Verdict.EQUIVALENT, Verdict.WORSE);
        assertThat(merged.outcome(null)).isEqualTo(Outcome.WORSE);
    }

    @Test
    void runThatDoesNotCountIsNeitherMergedNorABaseline() {
        Results good = results(1, 1, 1);
        assertThat(Baseline.whyNotMerged(List.of(good, good)))
                .contains("the run of 2026-01-01T00:00:00Z is there twice");
        Control failed = new Control("before", "before control", "CPU", 1.2, 1.1, 1.3, 1.05, 1.4, false, "a neighbour");
        Results invalid = results(MACHINE, SETTINGS, null, failed, new double[] {0, 0, 0}, 1, 1, 1);
        assertThat(Baseline.whyNotMerged(List.of(good, invalid)))
                .contains("the run of 2026-01-01T00:00:00Z is invalid by its control instance");
        assertThat(Baseline.whyNot(invalid, MACHINE, SETTINGS)).contains("it is invalid by its control instance");
        Results proof = results(MACHINE, Map.of("stock", ""), null, 1, 1.1, 1);
        assertThat(Baseline.whyNotMerged(List.of(proof, results(MACHINE, Map.of("stock", ""), null, 1, 1, 1))))
                .contains("the run of 2026-01-01T00:00:00Z was not made by compare");
    }
}
