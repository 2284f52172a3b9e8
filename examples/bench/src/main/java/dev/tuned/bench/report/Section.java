/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.report.Words.TradeOffWords;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;

/**
 * A comparison as all reports show it.
 *
 * @param mark the verdict on its claim
 * @param ratios the conditions of its claim, or the leading metric
 */
record Section(ComparisonResult comparison, Mark mark, List<ReportedRatio> ratios) {

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

    static Section of(Results results, ComparisonResult comparison) {
        return new Section(comparison, Mark.of(results, comparison.claim()), ReportedRatio.of(results, comparison));
    }

    boolean claimed() {
        return comparison.claim() != null;
    }

    /** Its title, and its workload where that says more. */
    String name() {
        return comparison.title()
                + (comparison.workload().equals(comparison.title()) ? "" : " (" + comparison.workload() + ")");
    }

    private @Nullable MetricResult leading() {
        return ratios.isEmpty() ? null : ratios.get(0).measured();
    }

    /** What is measured, and of which request. */
    String what() {
        MetricResult metric = leading();
        return (metric == null ? "not measured" : Words.quantity(metric.label())) + " · " + comparison.what();
    }

    String setting() {
        return Words.setting(comparison);
    }

    /** A bar for each variant, in the unit of the leading metric. */
    List<Column> columns() {
        MetricResult metric = leading();
        if (metric == null) {
            return List.of();
        }
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

    List<TradeOffWords> tradeOffs() {
        return comparison.tradeOffs().stream().map(Words::tradeOff).toList();
    }

    List<LaunchPicture> launches() {
        return ratios.stream()
                .flatMap(reported -> LaunchPicture.of(comparison, reported))
                .toList();
    }

    @Nullable
    LatencyPicture latency() {
        return LatencyPicture.of(comparison);
    }

    /** Everything measured. */
    List<Row> rows() {
        return comparison.metrics().stream().map(Section::row).toList();
    }

    private static Row row(MetricResult metric) {
        return new Row(
                metric.label(),
                Format.number(metric.before()),
                Format.number(metric.after()),
                Format.ratio(metric.ratio()),
                interval(metric) + (metric.verdict() == null ? "" : ", " + metric.verdict()));
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
}
