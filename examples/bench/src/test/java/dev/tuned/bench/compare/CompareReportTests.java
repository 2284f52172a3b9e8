/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.judge.Judgement;
import dev.tuned.bench.judge.Judgement.Verdict;
import dev.tuned.bench.judge.Judgements;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.statistics.Metric;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class CompareReportTests {

    private static final Judgement CPU = judgement(Metric.CPU, 100, 130, Verdict.WORSE);
    private static final Judgement ALLOCATED = judgement(Metric.ALLOCATED, 1000, 400, Verdict.BETTER);
    private static final Judgement P99 = judgement(Metric.P99, 10, 11, Verdict.INCONCLUSIVE);

    private static Judgement judgement(Metric metric, double before, double after, Verdict verdict) {
        double ratio = after / before;
        return new Judgement(
                new MetricResult(
                        metric.key(),
                        metric.label(),
                        false,
                        before,
                        after,
                        ratio,
                        ratio / 1.2,
                        ratio * 1.2,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        null),
                verdict);
    }

    private static CompareReport report(Outcome outcome, Judgement... judgements) {
        Results results = new Results(
                Results.SCHEMA,
                new Machine(2, 1024, "Linux", "25", "", "25", 0),
                null,
                "before-after compare",
                "2026-01-01T00:00:00Z",
                12.34,
                null,
                outcome,
                "the <sentence>",
                null,
                List.of(),
                java.util.Map.of(),
                List.of(),
                List.of(),
                null);
        return new CompareReport(results, new Judgements(List.of(judgements)), List.of());
    }

    @Test
    void sentenceNamesWhatChangedFirst() {
        assertThat(new Judgements(List.of(P99, ALLOCATED, CPU)).inFewWords())
                .isEqualTo("worse: CPU ×1.30; better: allocation ×0.40; inconclusive: p99");
        assertThat(new Judgements(List.of(P99)).inFewWords()).isEqualTo("nothing better or worse; inconclusive: p99");
    }

    @Test
    void textEndsWithTheSentence() {
        assertThat(report(Outcome.WORSE, CPU, P99).text())
                .contains("inconclusive: this run could have seen ×1.20")
                .endsWith("\nthe <sentence>\n");
    }

    @Test
    void whatIsNotInTheTableIsSaid() {
        assertThat(report(Outcome.WORSE, CPU, P99).text())
                .contains(
                        "\nnot measured: allocated B/request, written B/request, RSS MB, GC pause µs/request, errors %;");
        assertThat(report(Outcome.INVALID).text()).doesNotContain("not measured");
        Judgement[] all = Judgement.judged().stream()
                .filter(metric -> !metric.equals(Metric.GC_PAUSE))
                .map(metric -> judgement(metric, 10, 10, Verdict.EQUIVALENT))
                .toArray(Judgement[]::new);
        assertThat(report(Outcome.NOT_WORSE, all).text())
                .contains("\nnot measured: GC pause µs/request (fewer than five collections in a launch)\n");
    }

    @Test
    void markdownHasARowForEachMetric() {
        assertThat(report(Outcome.WORSE, CPU, ALLOCATED).markdown())
                .startsWith("**the &lt;sentence>**\n\n| | before | after | |")
                .contains("| CPU µs/request | 100 | 130 | █████████<br>████████████ | 1.30 [1.08–1.56] | worse |");
    }

    @Test
    void worseMetricIsAFailedTestAndAnInvalidRunAnError() {
        assertThat(report(Outcome.WORSE, CPU, ALLOCATED).junit())
                .contains(
                        "<testsuite name=\"compare\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"12.3\">",
                        "<failure message=\"1.30 [1.08–1.56]\"/>");
        assertThat(report(Outcome.INVALID).junit())
                .contains("errors=\"1\"", "<error message=\"the &lt;sentence&gt;\"/>");
        assertThat(report(Outcome.INCONCLUSIVE, P99).junit()).contains("errors=\"1\"", "skipped=\"1\"");
        assertThat(report(Outcome.WORSE, P99).junit()).as("since the baseline").contains("errors=\"1\"");
        assertThat(report(Outcome.NOT_WORSE, P99).junit()).contains("errors=\"0\"", "failures=\"0\"");
    }
}
