/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.bench.process.CheapJvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** However the program ends, nothing that it started or wrote is left. */
@Tag("baseline")
@DisabledOnOs(OS.WINDOWS)
class InterruptedIT {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM", "INT"})
    void noServiceAndNoDirectoryIsLeft(String signal) throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path requests = Files.writeString(directory.resolve("shop.http"), "GET /hello\n");
        String service = PlainService.jar(directory).toString();
        ProcessBuilder builder = Program.process(
                directory,
                List.of(
                        "compare",
                        "--before",
                        service,
                        "--after",
                        service,
                        "--jvm",
                        CheapJvm.OPTION,
                        "--rate",
                        "20",
                        "--requests",
                        requests.toString()));
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        Process program = builder.start();
        try (BufferedReader lines = program.inputReader()) {
            for (String line = lines.readLine(); line != null && !line.contains("warming up"); ) {
                line = lines.readLine();
            }
            Set<Long> started = program.descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
            assertThat(started).as("three services and the watchdog").hasSizeGreaterThanOrEqualTo(4);
            new ProcessBuilder("kill", "-" + signal, Long.toString(program.pid()))
                    .start()
                    .waitFor();
            assertThat(lines.lines()).noneMatch(line -> line.startsWith("\tat "));
            program.waitFor();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(started.stream().filter(InterruptedIT::isAlive))
                            .isEmpty());
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(directories(temporary)).isEmpty());
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static Set<Path> directories(Path below) throws IOException {
        try (Stream<Path> files = Files.list(below)) {
            return files.filter(file -> !file.toString().contains("hsperfdata")).collect(Collectors.toSet());
        }
    }
}
