/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.bench.report.Format;
import dev.tuned.bench.report.Page;
import dev.tuned.bench.report.Templates;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.RowResult;

/** What was counted in rows, as text and in a page: three columns, with the least and the greatest of all times. */
public final class RowReport {

    /** Where the templates of this package lie. */
    static final String TEMPLATES = "/dev/tuned/examples/beforeafter/report/";

    private static final int WIDTH = 100;
    private static final int LABEL = 46;
    private static final int VALUE = 18;

    private RowReport() {}

    /** A row for a terminal. */
    public static String of(RowResult row) {
        List<String> lines = new ArrayList<>();
        lines.add((row.held() && !row.beyondProperties() ? "–" : symbol(row.held())) + " " + row.starter() + ", "
                + row.name() + ": " + row.verdict());
        Lines.wrap(row.sentence(), WIDTH - 2).forEach(line -> lines.add("  " + line));
        lines.add("  " + padded("", row.columns().keySet().stream()));
        row.counts().forEach(count -> lines.add("  " + padded(count.label(), values(row, count))));
        row.columns().forEach((column, settings) -> lines.add("  " + column + ": " + settings));
        row.conditions().forEach(condition -> lines.add("  " + condition(condition)));
        return String.join("\n", lines) + "\n";
    }

    /** All results as one page that needs nothing from anywhere else, with the rows and their picture. */
    public static String html(Results results) {
        if (results.rows().isEmpty()) {
            return Page.of(results).html();
        }
        List<RowView> rows = results.rows().stream().map(RowView::of).toList();
        String sections = Templates.fill(TEMPLATES + "rows.html", Map.of("rows", rows));
        return Page.of(results, Picture.svg(results), sections.stripTrailing()).html();
    }

    /** The rows of a run as tables in Markdown. */
    public static String markdown(Results results) {
        return results.rows().stream().map(RowReport::markdown).collect(Collectors.joining("\n"));
    }

    private static String markdown(RowResult row) {
        List<String> lines = new ArrayList<>();
        lines.add(TextReport.row(Stream.concat(Stream.of(row.name()), row.columns().keySet().stream())
                .toArray(String[]::new)));
        lines.add("|---|" + "--:|".repeat(row.columns().size()));
        row.counts()
                .forEach(count -> lines.add(TextReport.row(Stream.concat(Stream.of(count.label()), values(row, count))
                        .toArray(String[]::new))));
        return String.join("\n", lines) + "\n";
    }

    static String condition(RowResult.Condition condition) {
        long held = condition.held().stream().filter(each -> each).count();
        return symbol(condition.heldEachTime()) + " " + RowResult.TUNED + ": " + condition.text() + " (" + held + " of "
                + condition.held().size() + ")";
    }

    private static String symbol(boolean held) {
        return held ? "✓" : "✗";
    }

    static Stream<String> values(RowResult row, RowResult.Counted count) {
        return row.columns().keySet().stream()
                .map(column -> range(count.values().getOrDefault(column, List.of())));
    }

    /** The least and the greatest value, such as {@code 147 – 150}. */
    public static String range(List<Double> values) {
        if (values.isEmpty()) {
            return Format.NONE;
        }
        DoubleSummaryStatistics all =
                values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
        String least = count(all.getMin());
        String greatest = count(all.getMax());
        return least.equals(greatest) ? least : least + " – " + greatest;
    }

    /** A whole number to its last digit. */
    private static String count(double value) {
        return value == Math.rint(value) ? String.format("%,d", (long) value) : Format.number(value);
    }

    private static String padded(String label, Stream<String> values) {
        return values.map(value -> String.format("%" + VALUE + "s", value))
                .collect(Collectors.joining("", String.format("%-" + LABEL + "s", label), ""));
    }
}
