/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.bench.command.Program;
import dev.tuned.bench.command.Program.Ended;

import static org.assertj.core.api.Assertions.assertThat;

/** A row as a process: its exit codes, and that nothing is left however it ends. */
@Tag("baseline")
@EnabledOnOs(OS.LINUX)
class RowProgramIT {

    private static final String JAR = Program.jar("before-after", "before-after");

    @TempDir
    private Path directory;

    private ProcessBuilder row(String... more) {
        return Program.process(
                JAR,
                List.of("-Djava.io.tmpdir=" + directory),
                Path.of("target"),
                Stream.concat(Stream.of("--row", "unread-console", "--times", "1"), Stream.of(more))
                        .toList());
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM", "INT"})
    void nothingIsLeftOfARowThatIsInterrupted(String signal) throws Exception {
        // The services of the columns, Couchbase and the watchdog.
        Program.assertThatNothingIsLeft(row(), "tuned: 1 of 1", 5, signal, directory);
    }

    @Tag("nightly")
    @Test
    void aRowWhoseConditionsDoNotHoldEndsWithOneAndItsResults() throws Exception {
        Path json = directory.resolve("results.json");
        Ended ended = Program.ended(row(
                        "--after",
                        "stock",
                        "--json",
                        json.toString(),
                        "--html",
                        directory.resolve("report.html").toString())
                .start());

        assertThat(ended.output())
                .contains("✗ tuned: orders answered while nobody reads is 1,500 (0 of 1)")
                .endsWith("0 of 1 rows held; unread-console not held in 1 of 1\n");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(Files.readString(json)).contains("\"outcome\" : \"REFUTED\"", "\"orders_answered\"");
        Ended rendered = Program.ended(Program.process(JAR, List.of(), directory, List.of("render", json.toString()))
                .start());
        assertThat(rendered.output()).contains("| unread-console | stock | best property | tuned |");
        assertThat(rendered.code()).isZero();
    }
}
