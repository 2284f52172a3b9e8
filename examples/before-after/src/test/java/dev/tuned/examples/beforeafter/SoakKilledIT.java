/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.bench.command.Program;

import static org.assertj.core.api.Assertions.assertThat;

/** However a soak ends, nothing that it started, mounted or wrote is left. */
@Tag("nightly")
class SoakKilledIT {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    @EnabledOnOs(OS.LINUX)
    void aSoakThatIsKilledLeavesNoMountNoDirectoryAndNoProcess(String signal) throws Exception {
        // The service, Couchbase and the watchdog.
        Program.assertThatNothingIsLeft(ProgramIT.soak(directory), "disk of the logs full", 3, signal, directory);
        assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(directory.toString());
    }
}
