/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.result.ScenarioResult;

import static org.assertj.core.api.Assertions.assertThat;

class LogCheckTests {

    private static final MetricResult CPU =
            new MetricResult("cpu_us_per_request", 10, 5, 0.5, List.of(0.4, 0.6), "better", "better", true);

    @Test
    void aResultWhoseCandidateLostNothingStaysProvenWhateverTheBaselineLost() {
        ScenarioResult amended = LogCheck.amend(result(), Map.of("log-before", 7L, "log-tuned", 0L));

        assertThat(amended.metric("log_lines_lost")).hasValueSatisfying(lost -> {
            assertThat(lost.before()).isEqualTo(7);
            assertThat(lost.after()).isZero();
            assertThat(lost.met()).isTrue();
        });
        assertThat(amended.verdict()).isEqualTo("proven");
    }

    @Test
    void oneLostLineIsOneTooMany() {
        ScenarioResult amended = LogCheck.amend(result(), Map.of("log-before", 0L, "log-tuned", 1L));

        assertThat(amended.verdict()).isEqualTo("worse");
        assertThat(LogCheck.amend(result(), Map.of("log-before", 2L, "log-tuned", 1L))
                        .verdict())
                .isEqualTo("inconclusive");
    }

    @Test
    void aResultOfSidesWithoutALogFileStaysAsItIs() {
        assertThat(LogCheck.amend(result(), Map.of())).isEqualTo(result());
    }

    /** Boot's own file is compressed when it has 10 MB. */
    @Test
    void linesAreCountedInFilesThatWereRolledAwayToo(@TempDir Path directory) throws IOException {
        String text = "1 INFO order 1 accepted: user\n2 INFO order 2 accepted: \u00ff\nanother\n";
        Path plain = Files.writeString(directory.resolve("a.log"), text, StandardCharsets.ISO_8859_1);
        Path rolled = directory.resolve("a.log.2026-01-01.0.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(rolled))) {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        assertThat(LogCheck.count(plain)).isEqualTo(2);
        assertThat(LogCheck.count(rolled)).isEqualTo(2);
    }

    private static ScenarioResult result() {
        return new ScenarioResult(
                "log-tuned",
                "orders",
                "log-before",
                "log-tuned",
                null,
                16,
                "closed",
                null,
                100,
                0,
                10,
                1000,
                List.of("cpu_us_per_request", "log_lines_lost"),
                List.of(),
                List.of(CPU),
                null,
                "proven");
    }
}
