/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Lines logged while the application keeps the heap full, up to a megabyte. */
@Tag("thorough")
class FullHeapIT {

    private static final int LINES = 2000;

    @TempDir
    Path stock;

    @TempDir
    Path tuned;

    @Test
    void endsAsWithoutTheStarter() throws IOException {
        String[] arguments = {
            "--test.mode=full-heap",
            "--test.lines=" + LINES,
            "--logging.file.name=app.log",
            "--logging.threshold.console=off"
        };
        List<Integer> expected;
        try (ForkedJvm jvm = ForkedJvm.stock(stock, arguments)) {
            assertThat(jvm.awaitEnd()).isZero();
            assertThat(jvm.errors()).contains("thrown 0");
            expected = NumberedLines.numbered(Files.readAllLines(stock.resolve("app.log")));
        }
        try (ForkedJvm jvm = ForkedJvm.tuned(tuned, arguments)) {
            assertThat(jvm.awaitEnd()).as(jvm::errors).isZero();
            assertThat(jvm.errors()).contains("thrown 0");
            assertThat(NumberedLines.numbered(Files.readAllLines(tuned.resolve("app.log"))))
                    .hasSize(LINES)
                    .isEqualTo(expected);
        }
    }

    @Test
    void holdsNoMoreThanTheHeapHasRoomFor() throws IOException {
        logLargeEvents("large-pairs", 256);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "large-exceptions, 256",
        "large-exceptions, 512",
        "large-causes, 256",
        "large-mdc, 256",
        "large-encoded, 256",
    })
    void soDoOtherEvents(String mode, int megabytes) throws IOException {
        logLargeEvents(mode, megabytes);
    }

    /** Two megabytes in each event; the programs of {@link LoggingApplication}, which count what is thrown at their callers. */
    private void logLargeEvents(String mode, int megabytes) throws IOException {
        String pattern = switch (mode) {
            case "large-mdc" -> "%msg %X%n";
            case "large-encoded" -> "%msg %kvp%n";
            default -> "%msg%n%ex{short}";
        };
        String[] arguments = {
            "-Xmx" + megabytes + "m",
            "-XX:-UseSerialGC",
            "-XX:+UseG1GC",
            "--test.mode=" + mode,
            "--logging.file.name=app.log",
            "--logging.pattern.file=" + pattern,
            "--logging.logback.rollingpolicy.max-file-size=1GB",
            "--logging.threshold.console=off"
        };
        try (ForkedJvm jvm = ForkedJvm.tuned(tuned, arguments)) {
            assertThat(jvm.awaitEnd()).as(jvm::errors).isZero();
            assertThat(jvm.errors()).contains("thrown 0");
        }
        try (Stream<String> lines = Files.lines(tuned.resolve("app.log"))) {
            assertThat(lines.filter(line -> line.startsWith("E "))).hasSize(8 * 15);
        }
    }
}
