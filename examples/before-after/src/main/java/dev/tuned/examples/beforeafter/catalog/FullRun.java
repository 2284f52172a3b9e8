/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.result.ComparisonResult;
import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ResultsFile;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * The committed run of everything, which a short run quotes for what it has no time to measure.
 *
 * @param place where it is, below the repository
 * @param results what it measured; none where there is no such run
 */
record FullRun(String place, List<Results> results) {

    private static final String PLACE = "examples/before-after/runs/full";

    /**
     * Reads it; where there is none, nothing is quoted.
     *
     * @throws UncheckedIOException if it is there and cannot be read
     */
    static FullRun of(Repository repository) {
        Path file = repository.root().resolve(PLACE).resolve("results.json");
        try {
            return new FullRun(PLACE, Files.exists(file) ? List.of(ResultsFile.read(file)) : List.of());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** What it says of a comparison, such as {@code CPU µs/request ×0.98 [0.95–1.01] (run of …)}. */
    String quoted(String comparison, Metric... metrics) {
        List<String> ratios = results.stream()
                .flatMap(run -> run.comparisons().stream())
                .filter(each -> each.title().equals(comparison))
                .flatMap(each -> Stream.of(metrics).flatMap(metric -> ratio(each, metric)))
                .toList();
        return ratios.isEmpty()
                ? "see --full"
                : String.join(", ", ratios) + " (run of "
                        + results.get(0).started().substring(0, 10) + ", " + place + ")";
    }

    private static Stream<String> ratio(ComparisonResult comparison, Metric metric) {
        return comparison.metric(metric.key()).map(FullRun::text).stream();
    }

    private static String text(MetricResult metric) {
        return metric.low() == null || metric.high() == null
                ? String.format(Locale.ROOT, "%s ×%.2f", metric.label(), metric.ratio())
                : String.format(
                        Locale.ROOT,
                        "%s ×%.2f [%.2f–%.2f]",
                        metric.label(),
                        metric.ratio(),
                        metric.low(),
                        metric.high());
    }
}
