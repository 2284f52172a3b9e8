/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.bench.process.CheapJvm;

/** However the program ends, nothing that it started or wrote is left. */
@Tag("nightly")
@DisabledOnOs(OS.WINDOWS)
class InterruptedIT {

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
                        "--rough",
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
        // Two services and the watchdog.
        Program.assertThatNothingIsLeft(builder, "warming up", 3, signal, temporary);
    }
}
