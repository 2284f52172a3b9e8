/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.List;

import dev.tuned.bench.report.Mark;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.RowResult;

/**
 * A row in a page.
 *
 * @param mark whether what is claimed held
 * @param columns their names
 * @param lines what was counted
 * @param conditions what is claimed, in words
 */
record RowView(RowResult row, Mark mark, List<String> columns, List<Line> lines, List<String> conditions) {

    /** A count, with its values in each column. */
    record Line(String label, List<String> values) {}

    static RowView of(RowResult row) {
        return new RowView(
                row,
                mark(row),
                List.copyOf(row.columns().keySet()),
                row.counts().stream()
                        .map(count -> new Line(
                                count.label(), RowReport.values(row, count).toList()))
                        .toList(),
                row.conditions().stream().map(RowReport::condition).toList());
    }

    private static Mark mark(RowResult row) {
        return Mark.of(!row.complete() ? Outcome.INVALID : row.held() ? Outcome.CONFIRMED : Outcome.REFUTED);
    }
}
