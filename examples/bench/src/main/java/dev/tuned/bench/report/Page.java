/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.report.Words.TradeOffWords;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;

/**
 * The content of the page.
 *
 * @param results the results
 * @param mark the outcome
 * @param rows the main picture: bars in units, none where there are many comparisons and no claim
 * @param bars the ratios with their intervals
 * @param settings what each variant is started with
 * @param p99 which changes of the 99th percentile the run could have seen
 * @param control the control in words
 * @param controlFailed whether there is a control and it failed
 * @param machine the machine in words
 * @param origin commit and date
 * @param load what the machine did when the run began, and how long the run took
 * @param sections the comparisons that are shown in full
 * @param others the other comparisons, one line each
 * @param also whether others come after sections
 * @param growth what grew, a line for each method
 * @param sure how sure that is; empty where nothing was looked for
 * @param json all results, encoded for a link
 */
record Page(
        Results results,
        Mark mark,
        List<Columns> rows,
        Bars bars,
        Set<Map.Entry<String, String>> settings,
        String p99,
        String control,
        boolean controlFailed,
        String machine,
        String origin,
        String load,
        List<Section> sections,
        List<Section> others,
        boolean also,
        List<String> growth,
        String sure,
        String json) {

    /**
     * A comparison.
     *
     * @param id its name in links
     * @param comparison the comparison
     * @param mark the verdict on its claim
     * @param setting how it was measured
     * @param ratios the conditions of its claim, or the leading metric
     * @param tradeOffsInOneLine its trade-offs
     * @param tradeOffs its trade-offs one by one
     * @param launches a picture per metric
     * @param latency a picture, or {@code null}
     * @param rows everything measured
     */
    record Section(
            String id,
            ComparisonResult comparison,
            Mark mark,
            String setting,
            List<ReportedRatio> ratios,
            String tradeOffsInOneLine,
            List<TradeOffWords> tradeOffs,
            List<LaunchPicture> launches,
            @Nullable LatencyPicture latency,
            List<Row> rows) {}

    /** A metric in a table. */
    record Row(String label, String before, String after, String ratio, String interval) {}

    /** More comparisons without a claim are shown in one line each. */
    private static final int UNCLAIMED_SHOWN = 4;

    static Page of(Results results) {
        Bars bars = Bars.of(results);
        List<ComparisonResult> shown =
                bars.claims() || results.comparisons().size() <= UNCLAIMED_SHOWN ? Bars.shown(results) : List.of();
        Control control = results.control();
        return new Page(
                results,
                Mark.of(results.outcome()),
                shown.isEmpty() ? List.of() : Columns.of(results),
                bars,
                results.settings().entrySet(),
                Words.p99(results),
                Words.control(control),
                control != null && control.failed(),
                Words.machine(results.machine()),
                Words.origin(results),
                load(results),
                shown.stream().map(comparison -> section(results, comparison)).toList(),
                results.comparisons().stream()
                        .filter(comparison -> !shown.contains(comparison))
                        .map(comparison -> section(results, comparison))
                        .toList(),
                !shown.isEmpty(),
                Words.growth(results.growth()),
                Words.sure(results.growth()).orElse(""),
                Base64.getEncoder().encodeToString(ResultsFile.toJson(results).getBytes(StandardCharsets.UTF_8)));
    }

    private static String load(Results results) {
        double average = results.machine().loadAverage();
        return (average < 0 ? "" : "load average " + Format.number(average) + " at the start, ") + "took "
                + Format.number(results.seconds()) + " s";
    }

    private static Section section(Results results, ComparisonResult comparison) {
        List<ReportedRatio> ratios = ReportedRatio.of(results, comparison);
        return new Section(
                Bars.id(results, comparison),
                comparison,
                Mark.of(results, comparison.claim()),
                Words.setting(comparison),
                ratios,
                Words.tradeOffsInOneLine(comparison),
                Words.tradeOffs(comparison),
                LaunchPicture.of(comparison, ratios),
                LatencyPicture.of(comparison),
                comparison.metrics().stream().map(Page::row).toList());
    }

    /** Values near zero have a difference instead of a ratio. */
    private static String interval(MetricResult metric) {
        if (metric.low() != null) {
            return Format.interval(metric.low(), metric.high());
        }
        return metric.lowDifference() == null || metric.highDifference() == null
                ? Format.NONE
                : "difference " + Format.number(metric.after() - metric.before()) + " ["
                        + Format.number(metric.lowDifference()) + " to " + Format.number(metric.highDifference()) + "]";
    }

    private static Row row(MetricResult metric) {
        return new Row(
                metric.label(),
                Format.number(metric.before()),
                Format.number(metric.after()),
                Format.ratio(metric.ratio()),
                interval(metric) + (metric.verdict() == null ? "" : ", " + metric.verdict()));
    }
}
