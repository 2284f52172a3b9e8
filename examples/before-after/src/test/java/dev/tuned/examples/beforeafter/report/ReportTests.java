/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import org.junit.jupiter.api.Test;

import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.SampleResults;
import dev.tuned.examples.beforeafter.result.ScenarioResult;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTests {

    private static final Results RESULTS = SampleResults.of(
            SampleResults.proven("upload-5k"), SampleResults.scenario("hello", "stock gave no answer: <timeout>"));

    @Test
    void thePageNeedsNothingFromAnywhereElse() {
        assertThat(HtmlReport.of(RESULTS))
                .doesNotContain("http://", "https://", "src=", "href=", "@import", "url(", "<script")
                .contains("<svg", "name=\"viewport\"");
    }

    @Test
    void thePageIsLightAndDark() {
        assertThat(HtmlReport.of(RESULTS)).contains("color-scheme: light dark", "@media (prefers-color-scheme: dark)");
    }

    @Test
    void textFromOutsideIsEscaped() {
        assertThat(HtmlReport.of(RESULTS))
                .contains("--scenario &lt;b&gt;", "&lt;timeout&gt;")
                .doesNotContain("<b>");
    }

    @Test
    void theLivePageFetchesOnlyFromItsOwnServer() {
        assertThat(HtmlReport.live(RESULTS, "hello: round 1 of 6"))
                .contains("fetch('content')", "hello: round 1 of 6")
                .doesNotContain("http://", "https://");
    }

    @Test
    void theTableHasBeforeAfterRatioIntervalVerdictAndCost() {
        assertThat(TextReport.of(RESULTS).lines())
                .first()
                .asString()
                .containsSubsequence("before", "after", "ratio", "95 % interval", "verdict", "cost");
        assertThat(TextReport.of(RESULTS))
                .containsSubsequence(
                        "upload-5k",
                        "CPU µs/request",
                        "100",
                        "80.0",
                        "0.80",
                        "0.78 – 0.82",
                        "better",
                        "allocated B/request ×22.0")
                .contains("hello: stock gave no answer")
                .contains("control, two identical processes: upload-5k, CPU µs/request: ratio 1.01")
                .contains("load client, CPU µs/request: upload-5k 8.25")
                .contains("measured again")
                .contains("verdict: void (150 s)");
    }

    @Test
    void theMarkdownTableStatesMachineCommitAndCommand() {
        assertThat(TextReport.markdown(RESULTS).lines())
                .startsWith(
                        "| scenario | metric | before | after | ratio | 95 % interval | verdict | cost |",
                        "|---|---|--:|--:|--:|---|---|---|",
                        "| upload-5k | CPU µs/request | 100 | 80.0 | 0.80 | 0.78 – 0.82 | better | allocated B/request ×22.0 |")
                .anyMatch(line ->
                        line.contains("2 cores") && line.contains("abc123") && line.contains("before-after.jar"));
    }

    @Test
    void thePageTellsThePhasesOfAnOutageApart() {
        String page = HtmlReport.of(SampleResults.of(SampleResults.outage()));

        assertThat(page)
                .containsSubsequence(
                        "<table class=\"phases\">",
                        "healthy",
                        "stock",
                        "50",
                        "0 %",
                        "away",
                        "stock",
                        "250",
                        "100 %",
                        "1,100",
                        "none",
                        "tuned",
                        "250",
                        "0 %",
                        "55.0",
                        "2,600");
        assertThat(HtmlReport.of(RESULTS)).doesNotContain("class=\"phases\"");
    }

    @Test
    void allSidesOfAScenarioStandBesideEachOtherWithTheFieldReportTheyReproduce() {
        assertThat(HtmlReport.of(RESULTS))
                .containsSubsequence(
                        "upload-5k: multipart, 5 KB file. Field report S0",
                        ">side<",
                        "CPU µs/request",
                        ">stock<",
                        ">100<",
                        ">tuned<",
                        ">80.0<");
    }

    @Test
    void theTextHasATableOfSidesWhereThereAreMoreThanTwo() {
        ScenarioResult tuned = SampleResults.proven("static-100k");
        assertThat(TextReport.of(SampleResults.of(tuned))).doesNotContain("Field report");
        assertThat(TextReport.of(SampleResults.of(tuned, SampleResults.against(tuned, "stock virtual"))))
                .containsSubsequence(
                        "static-100k: against stock virtual",
                        "Field report S1",
                        "side",
                        "stock",
                        "tuned",
                        "stock virtual");
    }

    @Test
    void aClaimWithABoundStandsBesideItsVerdict() {
        Results results = SampleResults.of(SampleResults.scenario(
                "static-100k", null, SampleResults.metric("cpu_us_per_request", 100, 40, "better", "≤ 0.5×")));

        assertThat(TextReport.of(results)).contains("better (≤ 0.5×)");
    }

    @Test
    void aClaimThatWasNotMetIsNamed() {
        Results results = SampleResults.of(SampleResults.scenario(
                "hello", null, SampleResults.metric("cpu_us_per_request", 100, 100, "same", "better")));

        assertThat(TextReport.of(results)).contains("same (claimed: better)");
    }
}
