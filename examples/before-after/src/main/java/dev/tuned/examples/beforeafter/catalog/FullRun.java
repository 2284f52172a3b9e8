/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
     * @throws IOException if it is there and cannot be read
     */
    public static @Nullable Quoted ofProperties(Repository repository, String java) throws IOException {
        Path file = repository.root().resolve(FILE);
        if (!Files.exists(file)) {
            return null;
        }
        Results full = ResultsFile.read(file);
        String quoted = full.machine().java();
        if (!feature(quoted).equals(feature(java))) {
            return null;
        }
        List<ComparisonResult> ofProperties = full.comparisons().stream()
                .filter(each ->
                        each.before().equals(Variants.PROPERTY) || each.after().equals(Variants.PROPERTY))
                .map(ComparisonResult::withoutLatencies)
                .toList();
        return new Quoted(full.started(), full.commit(), quoted, ofProperties);
    }

    private static String feature(String java) {
        return java.split("\\D", 2)[0];
    }
}
