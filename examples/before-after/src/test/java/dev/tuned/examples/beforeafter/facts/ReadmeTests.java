/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.report.Format;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.examples.beforeafter.report.Picture;
import dev.tuned.examples.beforeafter.report.RowReport;

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

    /** What a row of the root README says apart from figures: the symptom, and what has to be declared. */
    private record Line(String row, String symptom, String declared) {}

    private static final List<Line> LINES = List.of(
            new Line("unread-console", "a log that nobody reads stops the service", "–"),
            new Line("terminated-orders", "the last lines are missing", "–"),
            new Line("slow-forms", "uploads fill the disk, or the memory", "–"),
            new Line("photo-forms", "uploads cost CPU", "–"),
            new Line("changed-products", "every read crosses the network, or is old", "`tuned.cache.near=products`"),
            new Line("restarted-products", "after a restart everything is read again", "`tuned.cache.near=products`"),
            new Line("waiting-requests", "waiting requests exhaust 200 threads", "`tuned.threads.web.mode=auto`"),
            new Line("static-files", "static files cost CPU and heap", "–"));

    private static String line(Results results, Line line) {
        RowResult row = results.rows().stream()
                .filter(each -> each.name().equals(line.row()))
                .findFirst()
                .orElseThrow();
        return Stream.of(
                        Stream.of(line.symptom(), "[%s](%s-starter/README.md)".formatted(row.starter(), row.starter())),
                        row.columns().keySet().stream().map(column -> cell(row, column)),
                        Stream.of(line.declared()))
                .flatMap(cells -> cells)
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String cell(RowResult row, String column) {
        RowResult.Shown shown = Objects.requireNonNull(row.shown().get(column));
        return (shown.failed() ? "✗ " : "") + shown.words();
    }

    /** The failure has the sentence and the rows to paste. */
    @Test
    void theRootReadmeHasALineForEachRowThatNoPropertyPasses() throws IOException {
        Results results = run("default");
        assertThat(results.outcome().exitCode()).isZero();
        assertThat(results.rows().stream().filter(RowResult::beyondProperties).map(RowResult::name))
                .containsExactlyElementsOf(LINES.stream().map(Line::row).toList());
        assertThat(page("README.md"))
                .contains(LINES.stream().map(line -> line(results, line)).collect(Collectors.joining("\n")));
    }

    /** The failure has the figures to paste; where lines break does not matter. */
    @Test
    void aStartersReadmeHasItsRowsOfTheRun() throws IOException {
        assertThat(run("default").rows()).allSatisfy(row -> {
            String figures = row.columns().keySet().stream()
                    .map(column -> column + ": " + cell(row, column))
                    .collect(Collectors.joining("; ", "`" + row.name() + "`: ", ""));
            assertThat(page(row.starter() + "-starter/README.md").replaceAll("\\s+", " "))
                    .contains(figures);
        });
    }

    @Test
    void reportAndPictureAreThoseOfTheCommittedRun() throws IOException {
        Results results = run("default");
        assertThat(Path.of("runs/default/picture.svg")).content().isEqualTo(Picture.svg(results));
        assertThat(Path.of("runs/default/report.html")).content().isEqualTo(RowReport.html(results));
        assertThat(Path.of("runs/full/report.html")).content().isEqualTo(RowReport.html(run("full")));
    }

    @Test
    void committedRunHasNoHiddenSetting() throws IOException {
        assertThat(run("default").rows())
                .flatExtracting(row -> List.of(
                        row.columns().get(RowResult.STOCK), row.columns().get(RowResult.TUNED)))
                .allSatisfy(
                        settings -> assertThat(settings.toString())
                                .matches(
                                        "-Xmx\\S+ catalog-(stock|tuned)\\.jar( --tuned\\.(cache\\.near=products|threads\\.web\\.mode=auto))?"));
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
