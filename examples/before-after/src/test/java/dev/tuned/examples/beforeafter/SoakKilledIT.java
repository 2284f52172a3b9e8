/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** However a soak ends, nothing that it started, mounted or wrote is left. */
@Tag("baseline")
class SoakKilledIT {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    @EnabledOnOs(OS.LINUX)
    void aSoakThatIsKilledLeavesNoMountNoDirectoryAndNoProcess(String signal) throws Exception {
        Process program = ProgramIT.soak(directory).start();
        try (BufferedReader lines = program.inputReader()) {
            for (String line = lines.readLine(); line != null && !line.contains("Couchbase away"); ) {
                line = lines.readLine();
            }
            Set<Long> started = program.descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
            assertThat(started).as("the service, Couchbase and the watchdog").hasSizeGreaterThanOrEqualTo(3);
            new ProcessBuilder("kill", "-" + signal, Long.toString(program.pid()))
                    .start()
                    .waitFor();
            program.waitFor();
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(started.stream()
                                .filter(pid -> ProcessHandle.of(pid)
                                        .filter(ProcessHandle::isAlive)
                                        .isPresent()))
                        .isEmpty();
                assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(directory.toString());
                try (Stream<Path> files = Files.list(directory)) {
                    assertThat(files.filter(file -> !file.toString().contains("hsperfdata")))
                            .isEmpty();
                }
            });
        }
    }
}
