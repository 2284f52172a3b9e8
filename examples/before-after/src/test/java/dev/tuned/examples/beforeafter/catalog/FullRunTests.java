/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Quoted;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("without-boot")
class FullRunTests {

    private static final String JAVA = "25.0.3 (Eclipse Adoptium)";

    @TempDir
    Path root;

    @Test
    void withoutARunNothingIsQuoted() throws IOException {
        assertThat(FullRun.ofProperties(new Repository(root), JAVA)).isNull();
    }

    @Test
    void whatWasMeasuredOfPropertiesIsQuotedWithTheRun() throws IOException {
        write(ResultsFile.toJson(run()));

        Quoted quoted = FullRun.ofProperties(new Repository(root), JAVA);

        assertThat(quoted).isNotNull();
        assertThat(quoted.commit()).isEqualTo("52d3ec490014");
        assertThat(quoted.started()).isEqualTo("2026-11-22T05:36:16Z");
        assertThat(quoted.comparisons())
                .extracting(ComparisonResult::title)
                .containsExactly("upload: the property", "upload: beyond the property");
    }

    @Test
    void aRunOnAnotherJavaIsNotQuoted() throws IOException {
        write(ResultsFile.toJson(run()));

        assertThat(FullRun.ofProperties(new Repository(root), "17.0.15 (Debian)"))
                .isNull();
        assertThat(FullRun.ofProperties(new Repository(root), "25.0.4 (Debian)"))
                .isNotNull();
    }

    @Test
    void aRunThatCannotBeReadIsNotHidden() throws IOException {
        write("{");

        assertThatThrownBy(() -> FullRun.ofProperties(new Repository(root), JAVA))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("results.json");
    }

    private void write(String content) throws IOException {
        Path directory = Files.createDirectories(root.resolve("examples/before-after/runs/full"));
        Files.writeString(directory.resolve("results.json"), content);
    }

    private static Results run() {
        return new Results(
                Results.SCHEMA,
                new Machine(2, 24_105, "Linux", JAVA, "", "17", 0.4),
                "52d3ec490014",
                "--full",
                "2026-11-22T05:36:16Z",
                2000,
                null,
                Outcome.CONFIRMED,
                "4 of 4 claims confirmed",
                null,
                List.of(
                        comparison("upload", Variants.STOCK, Variants.DEPENDENCY),
                        comparison("upload: the property", Variants.STOCK, Variants.PROPERTY),
                        comparison("upload: beyond the property", Variants.PROPERTY, Variants.DEPENDENCY)),
                Map.of(),
                null,
                List.of(),
                null,
                null);
    }

    private static ComparisonResult comparison(String title, String before, String after) {
        return new ComparisonResult(
                title, "upload-5k", "", "", before, after, 5, null, List.of(), List.of(), null, null, null);
    }
}
