/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.logging.app.RestartedApplication;

import static dev.tuned.logging.NumberedLines.numbered;
import static dev.tuned.logging.NumberedLines.oneTo;
import static org.assertj.core.api.Assertions.assertThat;

/** Restarts by Boot's devtools: the same JVM and Logback, another class loader, and with it another copy of the starter. */
@Tag("thorough")
class DevtoolsIT {

    private static final int LINES = RestartedApplication.STARTS * RestartedApplication.LINES;

    @TempDir
    Path directory;

    @Test
    void everyRestartHasOneWriterForEachAppenderAndNoLineIsLost() throws IOException {
        Path file = directory.resolve("app.log");
        try (ForkedJvm jvm = ForkedJvm.restarted(directory, "--server.port=0", "--logging.file.name=" + file)) {
            for (int start = 1; start <= RestartedApplication.STARTS; start++) {
                jvm.awaitError("start %d: 2 writers, RestartClassLoader".formatted(start));
            }
            jvm.terminate();
            assertThat(numbered(Files.readAllLines(file))).isEqualTo(oneTo(LINES));
            assertThat(numbered(jvm.output())).isEqualTo(oneTo(LINES));
        }
    }
}
