/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.report.Format;
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
        return "×" + Format.ratio(metric(comparison, metric).ratio());
    }

    private static String interval(ComparisonResult comparison, Metric metric) {
        MetricResult result = metric(comparison, metric);
        return ratio(comparison, metric) + " " + Format.interval(result.low(), result.high());
    }

    private static MetricResult metric(ComparisonResult comparison, Metric metric) {
        return comparison.metric(metric.key()).orElseThrow();
    }

    private static Metric claimed(ComparisonResult comparison) {
        return switch (comparison.workload()) {
            case "slow-1s" -> Metric.RATE;
            default -> Metric.CPU;
        };
    }

    /** What a row of the root README says apart from figures. */
    private record Row(String starter, String symptom, String price, String java) {}

    private static final List<Row> ROWS = List.of(
            new Row("upload", "uploads cost CPU and temporary files", "up to 64 MB of heap", "17"),
            new Row("logging", "the log makes callers wait, or loses lines", "lines 10 ms later", "17"),
            new Row(
                    "threads",
                    "waiting requests exhaust Tomcat's 200 threads",
                    "`tuned.threads.web.mode=auto`; more requests at once",
                    "17"));

    /**
     * The cells of a starter's rows in the table of columns: measured, stock, best property, dependency alone, mark.
     */
    private static List<List<String>> cells(Results results, String starter) {
        return TextReport.columns(results)
                .lines()
                .skip(2)
                .map(line -> List.of(line.strip().split(" *\\| *")))
                .filter(cells -> cells.get(1).equals(starter))
                .map(cells -> cells.subList(2, cells.size()))
                .toList();
    }

    private static String row(Results results, Row row) {
        List<String> cells = cells(results, row.starter()).get(0);
        String tradeOffs = results.comparisons().stream()
                .filter(each -> each.title().equals(row.starter()))
                .flatMap(each -> each.tradeOffs().stream())
                .map(each -> "; " + TextReport.escape(each.label()) + " ×" + Format.number(each.ratio()))
                .collect(Collectors.joining());
        String quantity = cells.get(0).replaceAll(":.*", "");
        return "| %s | [%s](%s-starter/README.md) | %s%s → %s %s | %s | %s | %s |"
                .formatted(
                        row.symptom(),
                        row.starter(),
                        row.starter(),
                        cells.get(1).endsWith(quantity) ? "" : quantity + ": ",
                        cells.get(1),
                        cells.get(3),
                        cells.get(4).replaceAll(":.*", ""),
                        cells.get(2),
                        row.price() + tradeOffs,
                        row.java());
    }

    /** The failure has the sentence and the rows to paste. */
    @Test
    void theRootReadmeHasTheSentenceAndARowForEachStarterOfTheRun() throws IOException {
        Results results = run("default");
        String rows = ROWS.stream().map(row -> row(results, row)).collect(Collectors.joining("\n"));
        assertThat(page("README.md")).contains(results.sentence()).contains(rows);
    }

    /** The failure has the figures to paste; where lines break does not matter. */
    @Test
    void aStartersReadmeHasItsFiguresOfTheRun() throws IOException {
        Results results = run("default");
        assertThat(ROWS).extracting(Row::starter).allSatisfy(starter -> {
            String figures = cells(results, starter).stream()
                    .map(cells -> "%s: stock %s, best property %s, dependency alone %s"
                            .formatted(cells.get(0), cells.get(1), cells.get(2), cells.get(3)))
                    .collect(Collectors.joining("; "));
            assertThat(page(starter + "-starter/README.md").replaceAll("\\s+", " "))
                    .contains(figures);
        });
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
                .containsEntry("web.mode=auto", "catalog-tuned.jar --tuned.threads.web.mode=auto")
                .hasSize(3);
    }

    @Test
    void whatIsQuotedOfPropertiesIsNamedByCommit() throws IOException {
        Results full = run("full");
        assertThat(run("default").quoted()).isNotNull();
        assertThat(run("default").quoted().commit()).isEqualTo(full.commit());
        assertThat(List.of("README.md", "docs/alternatives.md", "examples/field-reports.md"))
                .allSatisfy(path -> assertThat(page(path)).contains(full.commit()));
    }

    @Test
    void alternativesHaveTheRatiosOfThatRun() throws IOException {
        String alternatives = page("docs/alternatives.md");
        List<ComparisonResult> ofProperties = run("full").comparisons().stream()
                .filter(each -> Stream.of(each.before(), each.after()).anyMatch(Alternative.COLUMN::equals))
                // That of a cache starter which is no more.
                .filter(each -> !each.title().startsWith("cache"))
                .toList();
        assertThat(ofProperties)
                .hasSize(6)
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
