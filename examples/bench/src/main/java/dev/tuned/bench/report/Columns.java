/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.report.Words.TradeOffWords;
import dev.tuned.bench.result.Alternative;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;

/**
 * A row of the main picture: a bar for each variant, in the unit of the metric.
 *
 * @param id the comparison in links
 * @param title the comparison
 * @param what what is measured, and of which request
 * @param mark the verdict
 * @param claim what is claimed; may be empty
 * @param columns the bars
 * @param property what a property does for the same; may be empty
 * @param propertyInBrief the same in a line or two
 * @param tradeOffs what became worse
 */
record Columns(
        String id,
        String title,
        String what,
        Mark mark,
        String claim,
        List<Column> columns,
        String property,
        String propertyInBrief,
        List<TradeOffWords> tradeOffs) {

    /**
     * A bar.
     *
     * @param name the variant
     * @param value its value with its unit
     * @param percent its length as a share of the longest one's
     * @param style the class in style sheets
     */
    record Column(String name, String value, double percent, String style) {}

    /** The rows of the comparisons that have bars. */
    static List<Columns> of(Results results) {
        return Bars.shown(results).stream().map(each -> of(results, each)).toList();
    }

    /** The row of a comparison. */
    static Columns of(Results results, ComparisonResult comparison) {
        List<ReportedRatio> ratios = ReportedRatio.of(results, comparison);
        MetricResult metric = ratios.isEmpty() ? null : ratios.get(0).measured();
        PropertyColumn property = PropertyColumn.of(results, comparison);
        return new Columns(
                Bars.id(results, comparison),
                comparison.title(),
                (metric == null ? "not measured" : Words.quantity(metric.label())) + " · " + comparison.what(),
                Mark.of(results, comparison.claim()),
                ratios.stream()
                        .filter(reported -> reported.bound() != null)
                        .map(reported ->
                                reported.label().equals(ratios.get(0).label()) ? reported.limit() : reported.claim())
                        .collect(Collectors.joining(", ")),
                metric == null ? List.of() : columns(comparison, metric, property),
                property == null ? "" : property.words(),
                property == null ? "" : property.brief(),
                Words.tradeOffs(comparison));
    }

    /** The bars of a metric: before, the property where there is one, and after. */
    static List<Column> columns(ComparisonResult comparison, MetricResult metric, @Nullable PropertyColumn property) {
        OptionalDouble between = property == null ? OptionalDouble.empty() : property.value(metric);
        double longest = Math.max(Math.max(metric.before(), metric.after()), between.orElse(0));
        String unit = Words.unit(metric.label());
        List<Column> columns = new ArrayList<>();
        columns.add(column(comparison.before(), "", metric.before(), unit, longest, "stock"));
        if (between.isPresent()) {
            String about = property != null && !property.origin().isEmpty() ? "≈ " : "";
            columns.add(column(Alternative.COLUMN, about, between.getAsDouble(), unit, longest, "property"));
        } else if (property != null) {
            columns.add(new Column(Alternative.COLUMN, Format.NONE, 0, "property"));
        }
        columns.add(column(comparison.after(), "", metric.after(), unit, longest, "dependency"));
        return columns;
    }

    private static Column column(String name, String about, double value, String unit, double longest, String style) {
        double percent = longest > 0 ? Format.position(100 * value / longest) : 0;
        return new Column(name, about + Format.number(value) + unit, percent, style);
    }
}
