/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.bench.Program;
import dev.tuned.bench.Program.Ended;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The program as a process. */
@Tag("baseline")
class ProgramIT {

    private static final String JAR = Program.jar("before-after", "before-after");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    /** The bodies of the largest workload have 64 MB. */
    @Test
    void theListNeedsNoHeapForTheRequests() throws Exception {
        Ended ended = Program.ended(Program.process(JAR, List.of("-Xmx64m"), directory, List.of("--list"))
                .start());
        assertThat(ended.output()).contains("stream-64m");
        assertThat(ended.code()).isZero();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aSoakWhoseCouchbaseIsNotThereCannotRun() throws Exception {
        Ended ended =
                Program.ended(soak("--couchbase", "couchbase://127.0.0.1:1").start());
        assertThat(ended.output()).contains("product reads are not answered as asked before anything fails");
        assertThat(ended.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    @EnabledOnOs(OS.LINUX)
    void aSoakThatIsKilledLeavesNoMountNoDirectoryAndNoProcess(String signal) throws Exception {
        Process program = soak().start();
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

    private ProcessBuilder soak(String... more) {
        List<String> arguments = Stream.concat(Stream.of("soak", "--minutes", "1"), Stream.of(more))
                .toList();
        return Program.process(JAR, List.of("-Djava.io.tmpdir=" + directory), directory, arguments);
    }
}
