/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;

import dev.tuned.bench.result.RowResult.Shown;
import dev.tuned.examples.beforeafter.report.RowReport;

/**
 * What a picture shows of a row.
 *
 * @param words what is said of a column, with a {@code %s} for each of the counts
 * @param counts what is said of it; the first is that of its bar
 * @param failures what a column may fail by, the worst first
 */
record Headline(String words, List<Count> counts, List<Failure> failures) {

    /**
     * A failure.
     *
     * @param count the count that tells
     * @param when its values that are one
     * @param words what is said of it, with {@code %s} for those values
     */
    record Failure(Count count, DoublePredicate when, String words) {}

    static Headline of(String words, Count... counts) {
        return new Headline(words, List.of(counts), List.of());
    }

    /** The same with another failure, less bad than those before. */
    Headline failing(Count by, DoublePredicate when, String said) {
        return new Headline(
                words,
                counts,
                Stream.concat(failures.stream(), Stream.of(new Failure(by, when, said)))
                        .toList());
    }

    /** A column, by what was counted in it, time by time. */
    Shown shown(List<Map<Count, Double>> times) {
        double value = values(times, counts.get(0)).stream()
                .mapToDouble(each -> each)
                .average()
                .orElse(0);
        for (Failure failure : failures) {
            List<Double> failed = values(times, failure.count()).stream()
                    .filter(failure.when()::test)
                    .toList();
            if (!failed.isEmpty()) {
                return new Shown(value, failure.words().formatted(RowReport.range(failed)), true);
            }
        }
        return new Shown(
                value,
                words.formatted(counts.stream()
                        .map(count -> RowReport.range(values(times, count)))
                        .toArray()),
                false);
    }

    private static List<Double> values(List<Map<Count, Double>> times, Count count) {
        return times.stream().map(time -> time.getOrDefault(count, 0.0)).toList();
    }
}
