/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ResultsFile;
import dev.tuned.examples.beforeafter.result.ScenarioResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/** Whole runs, in processes of their own, against stubs. */
@Tag("without-boot")
class RunTests {

    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    private Path directory;

    private Installation installation = new Installation(Path.of(""));

    @BeforeEach
    void install() throws IOException {
        installation = new Installation(directory);
        installation.stub("stock", "");
        installation.stub("tuned", "");
    }

    @Test
    void aShortRunPrintsAndWritesWhatItMeasured() throws Exception {
        int exitCode = runUndisturbed("--scenario", "hello", "--seconds", "8", "--rounds", "2", "--rate", "200");

        Results results = results();
        assertThat(exitCode).as(installation.err()).isEqualTo(Outcome.exitCode(results.verdict()));
        assertThat(results.finished()).isTrue();
        assertThat(results.control()).isNotNull();
        assertIsMeasured(results.scenarios().get(0));
        assertThat(installation.out()).containsSubsequence("hello", "95 % interval", "control", "verdict:", "written:");
        assertThat(directory.resolve("report.html")).content().contains("</html>");
        assertNothingIsLeft();
    }

    /** A side for reference answers wrong in it: a run takes more than a minute, and this needs no other. */
    @Test
    @Tag("nightly")
    void aRunPrintsPlanAndTableAndWritesResultsAndReportAndLeavesOutASideForReferenceThatAnswersWrong()
            throws Exception {
        installation.stub("naive", "wrong");

        int exitCode = runUndisturbed(
                "--scenario", "hello", "--variants", "stock,tuned,naive", "--rounds", "2", "--rate", "3000");

        Results results = results();
        assertThat(exitCode).as(installation.err()).isEqualTo(Outcome.exitCode(results.verdict()));
        assertThat(results.finished()).isTrue();
        assertThat(results.control()).isNotNull();
        assertThat(results.scenarios()).extracting(ScenarioResult::candidate).containsExactly("tuned", "naive");
        assertIsMeasured(results.scenarios().get(0));
        assertThat(results.scenarios().get(1).verdict()).isEqualTo("failed");
        assertThat(results.scenarios().get(1).problem()).contains("naive gave a wrong answer", "hullo");
        assertThat(installation.out())
                .contains("hello: naive")
                .containsSubsequence(
                        "hello", "connections", "to go", "95 % interval", "control", "verdict:", "written:");
        assertThat(directory.resolve("report.html")).content().contains("</html>");
        assertNothingIsLeft();

        assertThat(installation.run("table", "results.json")).isZero();
        assertThat(installation.out()).startsWith("| scenario |").contains("| hello |");
    }

    private static void assertIsMeasured(ScenarioResult scenario) {
        assertThat(scenario.name()).isEqualTo("hello");
        assertThat(scenario.loop()).isEqualTo("open");
        assertThat(scenario.warmUpRequests()).isPositive();
        assertThat(scenario.rounds()).hasSize(4);
        assertThat(scenario.rounds().stream()
                        .map(round -> round.side().charAt(0))
                        .toList())
                .containsExactly('s', 't', 't', 's');
        assertThat(scenario.rounds())
                .extracting(round -> round.requests())
                .containsOnly(scenario.rounds().get(0).requests());
        assertThat(scenario.metric("cpu_us_per_request")).isPresent();
        assertThat(scenario.metric("errors").orElseThrow().after()).isZero();
    }

    @Test
    void aProcessThatDiesWhileStartingIsNamedWithTheEndOfItsLog() throws Exception {
        installation.stub("tuned", "dies");

        assertThat(installation.run("--scenario", "hello")).isEqualTo(2);
        assertThat(installation.err())
                .contains("tuned ended with exit code 3 while starting", "boom: the port is taken");
        assertThat(results().problem()).contains("boom");
        assertThat(results().verdict()).isEqualTo("inconclusive");
        assertNothingIsLeft();
    }

    @Test
    void aProcessThatDiesUnderLoadVoidsItsScenario() throws Exception {
        installation.stub("tuned", "dies later");

        assertThat(installation.run("--scenario", "hello")).isEqualTo(2);
        assertThat(installation.err()).contains("tuned ended with exit code 4", "boom: out of memory");
        assertThat(results().verdict()).isEqualTo("void");
        assertNothingIsLeft();
    }

    @Test
    void aWrongAnswerVoidsTheScenarioBeforeAnyLoad() throws Exception {
        installation.stub("tuned", "wrong");

        assertThat(installation.run("--scenario", "hello", "--json", "other.json", "--html", "other.html"))
                .isEqualTo(2);
        Results results = ResultsFile.read(directory.resolve("other.json"));
        assertThat(results.verdict()).isEqualTo("void");
        assertThat(results.scenarios()).singleElement().satisfies(scenario -> {
            assertThat(scenario.problem()).contains("tuned gave a wrong answer", "hullo");
            assertThat(scenario.rounds()).isEmpty();
        });
        assertThat(directory.resolve("other.html")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalEndsTheChildrenAndWritesWhatIsThere(String signal) throws Exception {
        assumeFalse(ignoresInterrupts(), "SIGINT is ignored here, and so by our children");
        Process process = installation.start("--scenario", "hello", "--rounds", "1000");
        await().atMost(SOON)
                // A file may go while we look for another.
                .ignoreException(UncheckedIOException.class)
                .until(() -> process.descendants().count() >= 4 && hasFiles("stage-1"));
        List<ProcessHandle> children = process.descendants().toList();

        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();

        assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        assertThat(results().finished()).isFalse();
        assertThat(results().verdict()).isEqualTo("inconclusive");
        assertThat(results().problem()).isEqualTo("interrupted");
        assertThat(directory.resolve("report.html")).exists();
        assertNothingIsLeft();
    }

    @Test
    void servesAPageWithTheRunAsItHappens() throws Exception {
        Process process = installation.start("--scenario", "hello", "serve", "--rounds", "1000");
        Pattern address = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");
        await().atMost(SOON).until(() -> address.matcher(installation.out()).find());
        Matcher found = address.matcher(installation.out());
        assertThat(found.find()).isTrue();
        URI page = URI.create(found.group());

        await().atMost(SOON).until(() -> get(page.resolve("content")).body().contains("hello: "));
        assertThat(get(page).body()).contains("</html>", "fetch('content')");
        assertThat(get(page.resolve("results.json")).body()).contains("\"schema\" : 1");
        assertThat(get(page.resolve("other")).statusCode()).isEqualTo(404);

        process.destroy();
        assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertNothingIsLeft();
    }

    /** Runs again where the machine was too busy to measure on, which rightly voids a run. */
    private int runUndisturbed(String... arguments) throws IOException, InterruptedException {
        int exitCode = installation.run(arguments);
        for (int i = 0; i < 4 && tooBusy(results()); i++) {
            exitCode = installation.run(arguments);
        }
        return exitCode;
    }

    private static boolean tooBusy(Results results) {
        return results.scenarios().stream()
                .map(ScenarioResult::problem)
                .anyMatch(problem -> problem != null && problem.contains("too busy to measure"));
    }

    private Results results() throws IOException {
        return ResultsFile.read(directory.resolve("results.json"));
    }

    private boolean hasFiles(String name) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("tmp"))) {
            return files.anyMatch(file -> file.endsWith(name));
        }
    }

    private void assertNothingIsLeft() {
        assertThat(directory.resolve("tmp")).isDirectoryNotContaining("glob:**before-after-*");
    }

    private static HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Shells start background jobs with SIGINT ignored, which is inherited and which a Java process leaves so. */
    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }
}
