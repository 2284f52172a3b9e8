/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

@Tag("without-boot")
class ResultsFileTests {

    @TempDir
    private Path directory;

    private static Results results() {
        return new Results(
                Results.SCHEMA,
                new Machine(2, 24_000, "Linux", "25", "-Xmx512m", "17", 0.1),
                "abc",
                "java -jar before-after.jar",
                "2026-01-01T00:00:00Z",
                170.5,
                null,
                Outcome.CONFIRMED,
                "1 of 1 claim confirmed; no trade-off",
                new Control("stock", "stock control", "CPU", 1.01, 0.95, 1.07, 0.9, 1.1, true, null),
                List.of(),
                java.util.Map.of(),
                List.of(new Measurement(
                        "default", 1, "stock", "hello", 10, 0.5, 0.1, 1, 0, Map.of("latency_ms_p50", 1.5), "", 1.02)),
                List.of(),
                null);
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        Path file = directory.resolve("results.json");
        ResultsFile.write(file, ResultsFile.toJson(results()));
        assertThat(ResultsFile.read(file)).isEqualTo(results());
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkIsFollowedAndWhatIsNoFileIsWrittenTo() throws Exception {
        Path file = Files.writeString(directory.resolve("results.json"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("link.json"), file);
        ResultsFile.write(link, "new");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");

        Path pipe = directory.resolve("pipe");
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        });
        ResultsFile.write(pipe, "piped");
        assertThat(read.get(5, TimeUnit.MINUTES)).isEqualTo("piped");
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
    }

    @Test
    void whatCannotBeWrittenIsNamed() {
        Path file = directory.resolve("none/results.json");
        assertThatIOException()
                .isThrownBy(() -> ResultsFile.write(file, ""))
                .withMessageStartingWith(file + " cannot be written");
    }

    @Test
    void anotherSchemaOrNoResultsAtAllAreRefused() throws IOException {
        Path file = directory.resolve("results.json");
        Files.writeString(
                file, ResultsFile.toJson(results()).replace("\"schema\" : " + Results.SCHEMA, "\"schema\" : 1"));
        assertThatIOException().isThrownBy(() -> ResultsFile.read(file)).withMessageContaining("schema 1");
        Files.writeString(file, "");
        assertThatIOException().isThrownBy(() -> ResultsFile.read(file)).withMessageContaining("is empty");
        for (String text : List.of("null", "{}", "[]", "7", "\u00ff")) {
            Files.writeString(file, text, java.nio.charset.StandardCharsets.ISO_8859_1);
            assertThatIOException().isThrownBy(() -> ResultsFile.read(file)).withMessageContaining("does not hold");
        }
        for (String part : List.of("comparisons", "settings", "sentence", "metrics")) {
            Files.writeString(file, ResultsFile.toJson(results()).replace('"' + part + '"', "\"else\""));
            assertThatIOException()
                    .as(part)
                    .isThrownBy(() -> ResultsFile.read(file))
                    .withMessageContaining("does not hold");
        }
        Path missing = directory.resolve("missing.json");
        assertThatIOException()
                .isThrownBy(() -> ResultsFile.read(missing))
                .withMessage("'" + missing + "' is not there");
        Files.writeString(file, "no json");
        assertThatIOException().isThrownBy(() -> ResultsFile.read(file)).withMessageContaining("does not hold");
    }
}
