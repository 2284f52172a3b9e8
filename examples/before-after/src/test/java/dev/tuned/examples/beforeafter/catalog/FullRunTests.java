/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.examples.beforeafter.statistics.Metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FullRunTests {

    @TempDir
    Path root;

    @Test
    void saysWhereToLookWithoutARun() {
        assertThat(FullRun.of(new Repository(root)).quoted("upload", Metric.CPU))
                .isEqualTo("see --full");
    }

    @Test
    void quotesTheFiguresOfARunAndNamesIt() throws IOException {
        Files.copy(Path.of("runs/default/results.json"), results());

        assertThat(FullRun.of(new Repository(root)).quoted("upload", Metric.CPU, Metric.RSS))
                .matches("CPU µs/request ×\\d\\.\\d\\d \\[\\d\\.\\d\\d–\\d\\.\\d\\d], .*×\\d\\.\\d\\d .*"
                        + " \\(run of \\d{4}-\\d\\d-\\d\\d, examples/before-after/runs/full\\)");
    }

    @Test
    void saysWhereToLookForAComparisonThatTheRunDoesNotHave() throws IOException {
        Files.copy(Path.of("runs/default/results.json"), results());

        assertThat(FullRun.of(new Repository(root)).quoted("no such comparison", Metric.CPU))
                .isEqualTo("see --full");
    }

    @Test
    void doesNotHideARunThatCannotBeRead() throws IOException {
        Files.writeString(results(), "{");

        assertThatThrownBy(() -> FullRun.of(new Repository(root)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("results.json");
    }

    private Path results() throws IOException {
        Path directory = root.resolve("examples/before-after/runs/full");
        Files.createDirectories(directory);
        return directory.resolve("results.json");
    }
}
