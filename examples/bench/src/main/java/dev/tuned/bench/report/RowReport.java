/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.RowResult;

/** What was counted in a row, as text: three columns, with the least and the greatest of all times. */
public final class RowReport {

    private static final int LABEL = 40;
    private static final int VALUE = 18;

    private RowReport() {}

    /** For a terminal; the last line is the sentence of the run. */
    public static String of(Results results) {
        RowResult row = Objects.requireNonNull(results.row());
        List<String> lines = new ArrayList<>(Lines.wrap(row.name() + ": " + row.sentence(), 100));
        lines.add("");
        lines.add(padded("", row.columns().keySet().stream()));
        row.counts().forEach(count -> lines.add(padded(count.label(), values(row, count))));
        lines.add("");
        row.columns().forEach((column, settings) -> lines.add(column + ": " + settings));
        lines.add("");
        row.conditions().forEach(condition -> lines.add(condition(condition)));
        lines.add("");
        lines.add("Java " + results.machine().java() + ", " + results.machine().cores() + " cores, load average "
                + Format.number(results.machine().loadAverage()) + " at the start, " + Math.round(results.seconds())
                + " s");
        lines.add(results.sentence());
        return String.join("\n", lines) + "\n";
    }

    /** As a table in Markdown. */
    public static String markdown(Results results) {
        RowResult row = Objects.requireNonNull(results.row());
        List<String> lines = new ArrayList<>();
        lines.add(TextReport.row(Stream.concat(Stream.of(row.name()), row.columns().keySet().stream())
                .toArray(String[]::new)));
        lines.add("|---|" + "--:|".repeat(row.columns().size()));
        row.counts()
                .forEach(count -> lines.add(TextReport.row(Stream.concat(Stream.of(count.label()), values(row, count))
                        .toArray(String[]::new))));
        lines.add("");
        lines.add(TextReport.escape(results.sentence()));
        return String.join("\n", lines) + "\n";
    }

    private static String condition(RowResult.Condition condition) {
        long held = condition.held().stream().filter(each -> each).count();
        return (condition.heldEachTime() ? "held      " : "not held  ") + condition.text() + " (" + held + " of "
                + condition.held().size() + ")";
    }

    private static Stream<String> values(RowResult row, RowResult.Counted count) {
        return row.columns().keySet().stream()
                .map(column -> range(count.values().getOrDefault(column, List.of())));
    }

    /** The least and the greatest value, such as {@code 147 – 150}. */
    private static String range(List<Double> values) {
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
