/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.report.Words.TradeOffWords;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;

/**
 * A comparison as all reports show it: its columns in the unit of the metric, its ratios, and everything measured.
 *
 * @param id its name in links
 * @param name its title, and its workload where that says more
 * @param workload its workload; empty where the title says the same
 * @param comparison the comparison
 * @param mark the verdict on its claim
 * @param what what is measured, and of which request
 * @param setting how it was measured
 * @param claim what is claimed; may be empty
 * @param columns a bar for each variant
 * @param ratios the conditions of its claim, or the leading metric
 * @param bars a bar for each of them
 * @param tradeOffsInOneLine its trade-offs
 * @param tradeOffs its trade-offs one by one
 * @param launches a picture per metric
 * @param latency a picture, or {@code null}
 * @param rows everything measured
 */
record Section(
        String id,
        String name,
        String workload,
        ComparisonResult comparison,
        Mark mark,
        String what,
        String setting,
        String claim,
        List<Column> columns,
        List<ReportedRatio> ratios,
        List<Bar> bars,
        String tradeOffsInOneLine,
        List<TradeOffWords> tradeOffs,
        List<LaunchPicture> launches,
        @Nullable LatencyPicture latency,
        List<Row> rows) {

    /**
     * A bar.
     *
     * @param name the variant
     * @param value its value with its unit
     * @param percent its length as a share of the longest one's
     * @param style the class in style sheets
     */
    record Column(String name, String value, double percent, String style) {

        /** The name for a table. */
        String padded() {
            return String.format("%-18s", name);
        }
    }

    /** A metric in a table. */
    record Row(String label, String before, String after, String ratio, String interval) {}

    static Section of(Results results, ComparisonResult comparison, Axis axis) {
        List<ReportedRatio> ratios = ReportedRatio.of(results, comparison);
        MetricResult metric = ratios.isEmpty() ? null : ratios.get(0).measured();
        String workload = comparison.workload().equals(comparison.title()) ? "" : comparison.workload();
        return new Section(
                "comparison-" + (results.comparisons().indexOf(comparison) + 1),
                comparison.title() + (workload.isEmpty() ? "" : " (" + workload + ")"),
                workload,
                comparison,
                Mark.of(results, comparison.claim()),
                (metric == null ? "not measured" : Words.quantity(metric.label())) + " · " + comparison.what(),
                Words.setting(comparison),
                ratios.stream()
                        .filter(reported -> reported.bound() != null)
                        .map(reported ->
                                reported.label().equals(ratios.get(0).label()) ? reported.limit() : reported.claim())
                        .collect(Collectors.joining(", ")),
                metric == null ? List.of() : columns(comparison, metric),
                ratios,
                ratios.stream().map(reported -> Bar.of(axis, reported)).toList(),
                Words.tradeOffsInOneLine(comparison),
                Words.tradeOffs(comparison),
                LaunchPicture.of(comparison, ratios),
                LatencyPicture.of(comparison),
                comparison.metrics().stream().map(Section::row).toList());
    }

    /** The bars of a metric. */
    private static List<Column> columns(ComparisonResult comparison, MetricResult metric) {
        double longest = Math.max(metric.before(), metric.after());
        String unit = Words.unit(metric.label());
        return List.of(
                column(comparison.before(), metric.before(), unit, longest, "stock"),
                column(comparison.after(), metric.after(), unit, longest, "dependency"));
    }

    private static Column column(String name, double value, String unit, double longest, String style) {
        double percent = longest > 0 ? Format.position(100 * value / longest) : 0;
        return new Column(name, Format.number(value) + unit, percent, style);
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
