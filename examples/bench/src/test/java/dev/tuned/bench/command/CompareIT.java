/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.command.Program.Ended;
import dev.tuned.bench.process.CheapJvm;
import dev.tuned.bench.result.Outcome;

import static dev.tuned.bench.command.Program.STREAMING;
import static org.assertj.core.api.Assertions.assertThat;

/** Two jars, or one with starters and without. */
@Tag("baseline")
class CompareIT extends CompareRuns {

    @Test
    void starterIsAddedToACopyAndBothAreComparedRoughly() throws Exception {
        Path file = requests("GET /hello\n");
        Ended ended = compare(
                "--jar",
                STREAMING,
                "--jvm",
                CheapJvm.OPTION,
                "--add",
                "logging,threads",
                "--requests",
                file.toString(),
                "--rough",
                "--warm-up",
                "1",
                "--rate",
                RATE,
                "--args",
                "--logging.file.name=app.log",
                "--markdown",
                "table.md",
                "--junit",
                "tests.xml",
                "--json",
                "results.json",
                "--html",
                "report.html");
        assertThat(ended.output())
                .contains(
                        "after against before · ",
                        "1 launch each",
                        "rough figures of one launch, which are no verdict: CPU ×")
                .doesNotContain("stopped");
        assertThat(ended.code()).isZero();
        assertThat(outcome("results.json")).isEqualTo(Outcome.ROUGH);
        assertThat(ended.output().lines().filter(line -> line.contains("CPU µs/request")))
                .isNotEmpty();
        assertThat(directory.resolve("table.md")).content().contains("| CPU µs/request |");
        assertThat(directory.resolve("tests.xml"))
                .content()
                .contains("<testcase classname=\"compare\"")
                .contains("failures=\"0\"");
        assertThat(directory.resolve("results.json")).content().contains("\"allocated_bytes_per_request\"");
        assertThat(directory.resolve("report.html")).content().contains("no verdict");
    }

    @Test
    void serviceThatDoesNotStartIsShownWithItsLog() throws Exception {
        Path file = requests("GET /hello\n");
        Ended ended = compare(
                "--jar",
                PlainService.jar(directory).toString(),
                "--jvm",
                CheapJvm.OPTION,
                "--requests",
                file.toString(),
                "--args-after",
                PlainService.FAIL);
        assertThat(ended.output())
                .contains("after ended with exit code 1 while starting; the end of its log:", PlainService.FAILS);
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void badUsageIsOneLine() throws Exception {
        Path file = requests("GET /hello\n");
        Ended twice = compare("--jar", STREAMING, "--add", "upload", "--requests", file.toString());
        assertThat(twice.output()).startsWith(STREAMING + " has the upload starter already");
        assertThat(twice.code()).isEqualTo(64);
        Path none = directory.resolve("none");
        ProcessBuilder nowhere = Program.process(
                directory,
                List.of("compare", "--before", STREAMING, "--after", STREAMING, "--requests", file.toString()));
        nowhere.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + none);
        Ended unwritable = Program.ended(nowhere.start());
        assertThat(unwritable.output()).contains("no directory can be created in " + none);
        assertThat(unwritable.code()).isEqualTo(2);
    }
}
