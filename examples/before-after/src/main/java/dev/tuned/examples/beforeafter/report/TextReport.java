/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ScenarioResult;

/** The results for a terminal, and as the Markdown table of the README. */
public final class TextReport {

    private static final int FIRST_NUMBER = 2;
    private static final int LAST_NUMBER = 5;

    private TextReport() {}

    /** The table and what has to be known to read it. */
    public static String of(Results results) {
        List<String> out = new ArrayList<>(aligned(cells(results), FIRST_NUMBER, LAST_NUMBER));
        out.add("");
        for (SideTable table : SideTable.of(results)) {
            if (table.isMatrix()) {
                out.add(table.caption());
                out.addAll(aligned(table.lines(), 1, Integer.MAX_VALUE));
                out.add("");
            }
        }
        results.scenarios().stream()
                .filter(result -> result.problem() != null)
                .forEach(result -> out.add(Row.title(result) + ": " + result.problem()));
        Format.otherFlags(results).ifPresent(out::add);
        out.add("control, two identical processes: " + Format.control(results));
        out.add("load client, CPU µs/request: " + clientCosts(results));
        int repeats = results.scenarios().stream()
                .mapToInt(ScenarioResult::repeats)
                .max()
                .orElse(0);
        if (repeats > 0) {
            out.add("rounds measured again because the client was held up: at most " + repeats + " in a scenario");
        }
        out.add(String.format(Locale.ROOT, "verdict: %s (%.0f s)", results.verdict(), results.seconds()));
        return String.join("\n", out) + "\n";
    }

    /** Lines of equal columns, those with numbers set to the right. */
    private static List<String> aligned(List<List<String>> lines, int firstNumber, int lastNumber) {
        int[] widths = IntStream.range(0, lines.get(0).size())
                .map(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return lines.stream()
                .map(line -> IntStream.range(0, widths.length)
                        .mapToObj(column ->
                                pad(line.get(column), widths[column], column >= firstNumber && column <= lastNumber))
                        .collect(Collectors.joining("  "))
                        .stripTrailing())
                .toList();
    }

    /** The table in Markdown, with machine, commit and command below. */
    public static String markdown(Results results) {
        List<String> out = new ArrayList<>();
        cells(results)
                .forEach(line -> out.add(line.stream()
                        .map(cell -> cell.replace("|", "\\|"))
                        .collect(Collectors.joining(" | ", "| ", " |"))));
        out.add(1, "|---|---|--:|--:|--:|---|---|---|");
        out.add("");
        out.add("Verdict: " + results.verdict() + ". Control (two identical processes): " + Format.control(results)
                + ".");
        out.add("Machine: " + Format.machine(results.machine()) + "."
                + Format.otherFlags(results).map(text -> " " + text + ".").orElse("")
                + " Commit: " + Format.commit(results) + ". Command: `"
                + results.command() + "`.");
        return String.join("\n", out) + "\n";
    }

    private static List<List<String>> cells(Results results) {
        return Stream.concat(Stream.of(Row.HEADER), Row.of(results).stream())
                .map(row -> row.cells().toList())
                .toList();
    }

    private static String pad(String cell, int width, boolean number) {
        String space = " ".repeat(width - cell.length());
        return number ? space + cell : cell + space;
    }

    private static String clientCosts(Results results) {
        return results.scenarios().stream()
                .map(result -> Row.title(result) + " " + Format.number(result.clientCpuUsPerRequest()))
                .collect(Collectors.joining(", "));
    }
}
