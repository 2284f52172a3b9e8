/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tuned.bench.report.SampleResults;
import dev.tuned.bench.result.Results;

import static org.assertj.core.api.Assertions.assertThat;

class TextReportTests {

    @ParameterizedTest
    @MethodSource("dev.tuned.bench.report.SampleResults#all")
    void endsWithTheSentence(Results results) {
        List<String> lines = TextReport.of(results).lines().toList();
        assertThat(lines.get(lines.size() - 1)).isEqualTo(results.sentence());
    }

    @ParameterizedTest
    @MethodSource("dev.tuned.bench.report.SampleResults#all")
    void keepsToOneHundredColumnsAndSaysNoNonsense(Results results) {
        assertThat(TextReport.of(results))
                .doesNotContain("NaN", "Infinity", "null")
                .isNotEmpty();
        List<String> lines = TextReport.of(results).lines().toList();
        assertThat(lines.subList(0, lines.size() - 1))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void saysWhatCameOfClaims() {
        assertThat(TextReport.of(SampleResults.inconclusive().build()))
                .contains("CPU per request: 0.29 of stock [0.22–0.38], claimed ≤ 0.7×")
                .contains("2.90 times stock’s requests/s [2.10–3.90], claimed ≥ 1.7×")
                .contains(
                        "inconclusive CPU per request: 0.74 of stock [0.61–0.90], claimed ≤ 0.8×; this run could have shown")
                .contains("trade-off    allocation ×1.4 [1.26–1.54], declared up to ×2")
                .contains("Also measured\n  hello: CPU per request: 1.02 times stock’s [0.94–1.10]; no trade-off\n");
    }

    @Test
    void showsValuesWhereThereIsNoRatio() {
        assertThat(TextReport.of(SampleResults.ugly().build()))
                .contains("backend calls per request: 0 → 3, claimed ≤ 0.5×")
                .contains("errors % 0 → 3, not declared");
    }

    @Test
    void confirmsNothingInARunThatIsInvalid() {
        assertThat(TextReport.of(SampleResults.voided().build()))
                .doesNotContain("confirmed")
                .contains("Control instance failed")
                .contains("Other processes used 1.3 cores");
        assertThat(TextReport.of(SampleResults.interrupted().build()))
                .contains("No control instance in this run")
                .contains("catalog-tuned ended with exit code 137");
    }

    @ParameterizedTest
    @MethodSource("dev.tuned.bench.report.SampleResults#all")
    void everyRowOfTheMarkdownHasFourCells(Results results) {
        String markdown = TextReport.markdown(results);
        assertThat(markdown).doesNotContain("NaN", "Infinity", "null", "<script>");
        assertThat(markdown.lines().filter(line -> line.startsWith("|")))
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(line ->
                        assertThat(line.split("(?<!\\\\)\\|", -1).length).isIn(6, 8));
    }
}
