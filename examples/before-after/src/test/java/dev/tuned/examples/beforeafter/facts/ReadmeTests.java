/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.report.Figures;
import dev.tuned.bench.report.HtmlReport;
import dev.tuned.bench.report.Picture;
import dev.tuned.bench.report.TextReport;
import dev.tuned.bench.result.Alternative;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.statistics.Metric;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages quote the committed runs, and these alone. */
@Tag("without-boot")
class ReadmeTests {

    private static final Path ROOT = Path.of("../..");

    private static Results run(String name) throws IOException {
        return ResultsFile.read(Path.of("runs", name, "results.json"));
    }

    private static String page(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String ratio(ComparisonResult comparison, Metric metric) {
        return "×" + Figures.ratio(metric(comparison, metric).ratio());
    }

    private static String interval(ComparisonResult comparison, Metric metric) {
        MetricResult result = metric(comparison, metric);
        return ratio(comparison, metric) + " " + Figures.interval(result.low(), result.high());
    }

    private static MetricResult metric(ComparisonResult comparison, Metric metric) {
        return comparison.metric(metric.key()).orElseThrow();
    }

    private static Metric claimed(ComparisonResult comparison) {
        return switch (comparison.workload()) {
            case "slow-1s" -> Metric.RATE;
            case "products-19ms" -> Metric.P50;
            default -> Metric.CPU;
        };
    }

    @Test
    void everyFigureOfTheRootReadmesTableIsOneOfTheCommittedRuns() throws IOException {
        Results results = run("default");
        assertThat(page("README.md")).contains(results.sentence()).contains(TextReport.columns(results));
    }

    @Test
    void reportAndPictureAreThoseOfTheCommittedRun() throws IOException {
        Results results = run("default");
        assertThat(Path.of("runs/default/picture.svg")).content().isEqualTo(Picture.svg(results));
        assertThat(Path.of("runs/default/report.html")).content().isEqualTo(HtmlReport.of(results));
        assertThat(Path.of("runs/full/report.html")).content().isEqualTo(HtmlReport.of(run("full")));
    }

    @Test
    void committedRunHasNoHiddenSetting() throws IOException {
        assertThat(run("default").settings())
                .containsEntry("stock", "catalog-stock.jar")
                .containsEntry("dependency alone", "catalog-tuned.jar")
                .hasSize(2);
    }

    @Test
    void whatIsQuotedOfPropertiesIsNamedByCommit() throws IOException {
        Results full = run("full");
        assertThat(run("default").quoted()).isNotNull();
        assertThat(run("default").quoted().commit()).isEqualTo(full.commit());
        assertThat(List.of("README.md", "docs/alternatives.md", "examples/README.md", "examples/field-reports.md"))
                .allSatisfy(path -> assertThat(page(path)).contains(full.commit()));
    }

    @Test
    void alternativesHaveTheRatiosOfThatRun() throws IOException {
        String alternatives = page("docs/alternatives.md");
        List<ComparisonResult> ofProperties = run("full").comparisons().stream()
                .filter(each -> Stream.of(each.before(), each.after()).anyMatch(Alternative.COLUMN::equals))
                .toList();
        assertThat(ofProperties)
                .hasSize(8)
                .allSatisfy(each -> assertThat(alternatives)
                        .contains(
                                each.after().equals(Alternative.COLUMN)
                                        ? ratio(each, claimed(each))
                                        : interval(each, claimed(each))));
    }

    @Test
    void whatTheReportsFoundIsOfThatRun() throws IOException {
        String page = page("examples/field-reports.md");
        assertThat(run("full").comparisons().stream()
                        .filter(each -> each.after().startsWith("as the reports")))
                .hasSize(2)
                .allSatisfy(each -> assertThat(page).contains(interval(each, Metric.CPU), interval(each, Metric.P50)));
    }
}
