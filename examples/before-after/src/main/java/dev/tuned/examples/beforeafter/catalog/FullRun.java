/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Quoted;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;

/** The committed full run, which a short run quotes for the column of properties. */
public final class FullRun {

    private static final String FILE = "examples/before-after/runs/full/results.json";

    private FullRun() {}

    /**
     * The comparisons with properties, if the Java is that of the quoting run: the gain of a property depends on it.
     *
     * @param java the runtime of the run that quotes it
     * @return the comparisons, or {@code null} where there is no such run
     * @throws UncheckedIOException if it is there and cannot be read
     */
    public static @Nullable Quoted ofProperties(Repository repository, String java) {
        Path file = repository.root().resolve(FILE);
        if (!Files.exists(file)) {
            return null;
        }
        try {
            Results full = ResultsFile.read(file);
            return feature(full.machine().java()).equals(feature(java))
                    ? new Quoted(
                            full.started(),
                            full.commit(),
                            full.machine().java(),
                            full.comparisons().stream()
                                    .filter(each -> each.before().equals(Variants.PROPERTY)
                                            || each.after().equals(Variants.PROPERTY))
                                    .map(ComparisonResult::withoutLatencies)
                                    .toList())
                    : null;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String feature(String java) {
        return java.split("\\D", 2)[0];
    }
}
