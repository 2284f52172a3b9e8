/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What Logback's context stops at the end of the JVM is stopped once, in the same order as without the starter. */
@Tag("thorough")
class StopsAtExitIT {

    @TempDir
    Path stock;

    @TempDir
    Path tuned;

    @ParameterizedTest
    @ValueSource(strings = {"lines", "exit", "idle"})
    void asWithoutTheStarter(String mode) throws IOException {
        List<String> expected;
        try (ForkedJvm jvm = ForkedJvm.stock(stock, arguments(stock, mode))) {
            expected = stopped(jvm, stock, mode);
        }
        assertThat(expected)
                .contains("turbo filter", "listener", "encoder's lines", "appender")
                .doesNotHaveDuplicates();
        try (ForkedJvm jvm = ForkedJvm.tuned(tuned, arguments(tuned, mode))) {
            assertThat(stopped(jvm, tuned, mode)).isEqualTo(expected);
        }
        assertThat(lines(tuned)).isEqualTo(lines(stock)).endsWith(StopsAtExit.FOOTER);
        assertThat(NumberedLines.numbered(lines(tuned))).isEqualTo(NumberedLines.oneTo(1000));
    }

    private static String[] arguments(Path directory, String mode) throws IOException {
        Path configuration = Files.writeString(
                directory.resolve("stops.xml"),
                StopsAtExit.configuration(directory.resolve("own.log").toString()));
        return new String[] {"--test.mode=" + mode, "--logging.config=" + configuration};
    }

    private static List<String> stopped(ForkedJvm jvm, Path directory, String mode) {
        if (mode.equals("idle")) {
            jvm.awaitError("ready").terminate();
        } else {
            jvm.awaitEnd();
        }
        assertThat(directory.resolve("own.log")).exists();
        return jvm.errors()
                .lines()
                .filter(line -> line.startsWith(StopsAtExit.STOPPED))
                .map(line -> line.substring(StopsAtExit.STOPPED.length()))
                .toList();
    }

    /** Without those of Spring, which have times. */
    private static List<String> lines(Path directory) throws IOException {
        return Files.readAllLines(directory.resolve("own.log")).stream()
                .filter(line -> line.contains(" : line ") || line.equals(StopsAtExit.FOOTER))
                .toList();
    }
}
