/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.bench.report.Columns.Column;
import dev.tuned.bench.report.Words.TradeOffWords;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;

/** The results as text: for a terminal of 100 columns, and as Markdown. */
public final class TextReport {

    private static final int COLUMNS = 100;

    private final List<String> lines = new ArrayList<>();

    private TextReport() {}

    /** The results for a terminal; the last line is the sentence. */
    public static String of(Results results) {
        return new TextReport().report(results);
    }

    private String report(Results results) {
        Words.rows(results).forEach(comparison -> addClaim(results, comparison));
        List<ComparisonResult> others = results.comparisons().stream()
                .filter(comparison -> comparison.claim() == null)
                .toList();
        if (!others.isEmpty()) {
            lines.add(lines.isEmpty() ? "Measured" : "Also measured");
            others.forEach(comparison -> addMeasurement(results, comparison));
            lines.add("");
        }
        paragraph("", Words.p99(results));
        paragraph("", Words.control(results.control()));
        paragraph("", Words.machine(results.machine()));
        paragraph("", Words.origin(results));
        if (!Words.cause(results).isEmpty()) {
            lines.add("");
            lines.add(wrong(results));
            Words.cause(results).lines().forEach(line -> paragraph("  ", line));
        }
        lines.add("");
        lines.add(results.sentence());
        return String.join("\n", lines) + "\n";
    }

    private void addClaim(Results results, ComparisonResult comparison) {
        paragraph("", name(comparison) + ": " + Words.setting(comparison));
        Columns.of(results, comparison)
                .columns()
                .forEach(column -> entry("", String.format("%-18s %s", column.name(), column.value())));
        ReportedRatio.of(results, comparison)
                .forEach(reported ->
                        entry(reported.mark().label(), and(reported.words().toString(), reported.seen())));
        List<TradeOffWords> tradeOffs = Words.tradeOffs(comparison);
        tradeOffs.forEach(tradeOff -> entry("trade-off", tradeOff.toString()));
        if (tradeOffs.isEmpty()) {
            entry("trade-off", "none");
        }
        PropertyColumn property = PropertyColumn.of(results, comparison);
        entry("property", property == null ? "" : property.words());
        lines.add("");
    }

    private void addMeasurement(Results results, ComparisonResult comparison) {
        String ratios = ReportedRatio.of(results, comparison).stream()
                .map(reported -> reported.words().toString())
                .findFirst()
                .orElse("nothing was measured");
        paragraph("  ", name(comparison) + ": " + ratios + "; " + Words.tradeOffsInOneLine(comparison));
    }

    private void entry(String name, String text) {
        paragraph(String.format("  %-12s ", name), text);
    }

    /** Adds a text that starts with a prefix and keeps clear of it in its other lines; nothing for an empty text. */
    private void paragraph(String prefix, String text) {
        String indent = prefix;
        for (String line : Lines.wrap(text, COLUMNS - prefix.length())) {
            lines.add(indent + line);
            indent = " ".repeat(prefix.length());
        }
    }

    private static String name(ComparisonResult comparison) {
        return comparison.title().equals(comparison.workload())
                ? comparison.title()
                : comparison.title() + " (" + comparison.workload() + ")";
    }

    private static String and(String text, String more) {
        return more.isEmpty() ? text : text + "; " + more;
    }

    /** The results as a table in Markdown, below the sentence. */
    public static String markdown(Results results) {
        List<String> paragraphs = new ArrayList<>();
        paragraphs.add("**" + escape(results.sentence()) + "**");
        paragraphs.add(Stream.concat(
                        Stream.of("| comparison | result | verdict | trade-off |", "|---|---|---|---|"),
                        results.comparisons().stream().flatMap(comparison -> rows(results, comparison)))
                .collect(Collectors.joining("\n")));
        if (Words.rows(results).findAny().isPresent()) {
            paragraphs.add(columns(results).strip());
        }
        Stream.of(Words.control(results.control()), Words.machine(results.machine()), Words.origin(results))
                .map(TextReport::escape)
                .forEach(paragraphs::add);
        if (!Words.cause(results).isEmpty()) {
            paragraphs.add(escape(wrong(results) + " " + Words.cause(results)));
        }
        return String.join("\n\n", paragraphs) + "\n";
    }

    /** The rows that claim something as a table in Markdown: a line for each metric, a column for each variant. */
    public static String columns(Results results) {
        return Stream.concat(
                        Stream.of(
                                "| starter | measured | stock | best property | dependency alone | |",
                                "|---|---|--:|--:|--:|---|"),
                        Words.rows(results).flatMap(row -> columns(results, row)))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Stream<String> columns(Results results, ComparisonResult row) {
        PropertyColumn property = PropertyColumn.of(results, row);
        return ReportedRatio.of(results, row).stream()
                .flatMap(reported -> Stream.ofNullable(reported.measured()).map(metric -> {
                    List<Column> columns = Columns.columns(row, metric, property);
                    String mark =
                            (reported.mark().symbol() + " " + reported.mark().label()).strip();
                    return row(
                            row.title(),
                            Words.quantity(metric.label()) + ": " + row.what(),
                            columns.get(0).value(),
                            property == null ? Format.NONE : columns.get(1).value(),
                            columns.get(columns.size() - 1).value() + ", ×" + Format.ratio(metric.ratio()),
                            mark + (reported.bound() == null ? "" : ": " + reported.limit()));
                }));
    }

    private static String wrong(Results results) {
        return results.outcome() == Outcome.INVALID ? "This run is invalid:" : "This run was disturbed:";
    }

    private static Stream<String> rows(Results results, ComparisonResult comparison) {
        String tradeOffs =
                Words.tradeOffs(comparison).stream().map(Object::toString).collect(Collectors.joining("; "));
        return ReportedRatio.of(results, comparison).stream()
                .map(reported -> row(
                        name(comparison),
                        reported.words().toString(),
                        and(reported.mark().label(), reported.seen()),
                        tradeOffs));
    }

    /** A row of a table in Markdown; a cell may hold a line break as HTML has it. */
    public static String row(String... cells) {
        return Stream.of(cells)
                .map(cell -> escape(cell).replace("&lt;br>", "<br>"))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    /** Text on one line that Markdown takes neither for the end of a cell nor for markup. */
    public static String escape(String text) {
        return text.replaceAll("[\\\\|*_`]", "\\\\$0").replace("<", "&lt;").replaceAll("\\R", " ");
    }
}
