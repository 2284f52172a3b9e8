/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;

import dev.tuned.bench.report.RowReport;
import dev.tuned.bench.result.RowResult.Shown;

/**
 * What a picture shows of a row.
 *
 * @param count what its bars are of
 * @param words what follows the count, such as {@code of 180 forms answered}
 * @param failures what a column may fail by, the worst first
 */
record Headline(Count count, String words, List<Failure> failures) {

    /**
     * A failure.
     *
     * @param count the count that tells
     * @param when its values that are one
     * @param words what is said of it, with {@code %s} for those values
     */
    record Failure(Count count, DoublePredicate when, String words) {}

    static Headline of(Count count, String words) {
        return new Headline(count, words, List.of());
    }

    /** The same with another failure, less bad than those before. */
    Headline failing(Count by, DoublePredicate when, String said) {
        return new Headline(
                count,
                words,
                Stream.concat(failures.stream(), Stream.of(new Failure(by, when, said)))
                        .toList());
    }

    /** A column, by what was counted in it, time by time. */
    Shown shown(List<Map<Count, Double>> times) {
        double value = values(times, count).stream()
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
        return new Shown(value, RowReport.range(values(times, count)) + " " + words, false);
    }

    private static List<Double> values(List<Map<Count, Double>> times, Count count) {
        return times.stream().map(time -> time.getOrDefault(count, 0.0)).toList();
    }
}
