/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.tuned.bench.report.Page;
import dev.tuned.bench.report.Templates;
import dev.tuned.bench.result.Results;

/** The results as text: for a terminal of 100 columns, and as Markdown. */
public final class TextReport {

    private static final int COLUMNS = 100;

    /** Stands in a template between the begin of a line and its text, whose further lines keep clear of the begin. */
    private static final char INDENT = '\t';

    private TextReport() {}

    /** The results for a terminal; the last line is the sentence. */
    public static String of(Results results) {
        return Templates.fill(RowReport.TEMPLATES + "report.txt", Page.of(results))
                .lines()
                .flatMap(TextReport::wrapped)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Stream<String> wrapped(String line) {
        int indent = line.indexOf(INDENT);
        if (indent < 0) {
            return Stream.of(line);
        }
        List<String> lines = Lines.wrap(line.substring(indent), COLUMNS - indent);
        return IntStream.range(0, lines.size())
                .mapToObj(i -> (i == 0 ? line.substring(0, indent) : " ".repeat(indent)) + lines.get(i));
    }

    /** The results as a table in Markdown, below the sentence. */
    public static String markdown(Results results) {
        return Templates.fill(RowReport.TEMPLATES + "report.md", Page.of(results));
    }

    /** A row of a table in Markdown; a cell may hold a line break as HTML has it. */
    static String row(String... cells) {
        return Stream.of(cells)
                .map(cell -> Templates.markdown(cell).replace("&lt;br>", "<br>"))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }
}
