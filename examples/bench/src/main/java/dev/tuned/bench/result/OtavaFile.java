/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.statistics.Metric;

/**
 * A history as Apache Otava reads it ({@code type: csv}, {@code time_column: time},
 * {@code attributes: [commit, java, cores]}): a row for each run, with the metrics of the service after.
 */
public final class OtavaFile {

    private static final List<Metric> METRICS = List.of(
            Metric.CPU,
            Metric.ALLOCATED,
            Metric.WRITTEN,
            Metric.RATE,
            Metric.P50,
            Metric.P99,
            Metric.RSS,
            Metric.GC_PAUSE);

    private OtavaFile() {}

    private static String head() {
        return Stream.concat(
                        Stream.of("time", "commit", "java", "cores"),
                        METRICS.stream().map(Metric::key))
                .collect(Collectors.joining(","));
    }

    /**
     * Adds a run to a file, which is made where it is not there. An invalid run is left out: it has no figures.
     *
     * @throws IOException if the file has other columns or cannot be written
     */
    public static void append(Path file, Results results, @Nullable String commit) throws IOException {
        if (results.outcome() == Outcome.INVALID || results.comparisons().isEmpty()) {
            return;
        }
        String old = Files.isRegularFile(file) ? Files.readString(file) : "";
        if (!old.isEmpty() && !old.lines().findFirst().orElse("").equals(head())) {
            throw new IOException("'" + file + "' has other columns than " + head());
        }
        ComparisonResult comparison = results.comparisons().get(0);
        String row = Stream.concat(
                        Stream.of(
                                results.started(),
                                commit == null ? "unknown" : commit,
                                results.machine().java().split(" ", 2)[0],
                                Integer.toString(results.machine().cores())),
                        METRICS.stream()
                                .map(metric -> comparison
                                        .metric(metric.key())
                                        .map(each -> String.format(Locale.ROOT, "%.6g", each.after()))
                                        .orElse("nan")))
                .collect(Collectors.joining(","));
        String before = old.isEmpty() ? head() + "\n" : old.endsWith("\n") ? old : old + "\n";
        ResultsFile.write(file, before + row + "\n");
    }
}
