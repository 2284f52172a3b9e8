/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

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
import dev.tuned.bench.process.CheapJvm;

import static org.assertj.core.api.Assertions.assertThat;

/** A soak as a process. However it ends, nothing that it started, mounted or wrote is left. */
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
class SoakIT {

    private static final String JAR = Program.jar("soak", "soak");

    @TempDir
    private Path directory;

    @Test
    void withoutItsCouchbaseItCannotRun() throws Exception {
        Ended ended =
                Program.ended(soak("--couchbase", "couchbase://127.0.0.1:1").start());
        assertThat(ended.output()).contains("product reads are not answered as asked before anything fails");
        assertThat(ended.code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    void whenItIsKilledItLeavesNoMountNoDirectoryAndNoProcess(String signal) throws Exception {
        // The service, Couchbase and the watchdog.
        Program.assertThatNothingIsLeft(soak(), "disk of the logs full", 3, signal, directory);
        assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(directory.toString());
    }

    /** Its service starts with half the processor time. */
    private ProcessBuilder soak(String... more) {
        List<String> arguments =
                Stream.concat(Stream.of("--minutes", "1"), Stream.of(more)).toList();
        ProcessBuilder program = Program.process(JAR, List.of("-Djava.io.tmpdir=" + directory), directory, arguments);
        program.environment().put(CheapJvm.VARIABLE, CheapJvm.OPTION);
        return program;
    }
}
