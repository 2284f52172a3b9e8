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

/** The committed run of everything, from which a short run has the column of properties. */
public final class FullRun {

    private static final String FILE = "examples/before-after/runs/full/results.json";

    private FullRun() {}

    /**
     * What it says of properties, where its Java is that of a run: what a property gains depends on it.
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
