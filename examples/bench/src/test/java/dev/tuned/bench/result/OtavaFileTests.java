/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

@Tag("without-boot")
class OtavaFileTests {

    @TempDir
    private Path directory;

    private static Results results(Outcome outcome) {
        double[] values = {100, 104};
        MetricResult cpu = MetricResult.of(
                Metric.CPU, RatioEstimate.of(values, values, 0), List.of(100.0, 104.0), List.of(100.0, 104.0));
        return new Results(
                Results.SCHEMA,
                new Machine(2, 1024, "Linux", "25.0.3 (Eclipse Adoptium)", "", "25", 0),
                null,
                "compare",
                "2026-01-01T00:00:00Z",
                1,
                null,
                outcome,
                "",
                null,
                List.of(new ComparisonResult(
                        "", "", "", "", "", "", 2, null, List.of(), List.of(cpu), null, null, null)),
                Map.of(),
                null,
                List.of(),
                null,
                null);
    }

    @Test
    void eachRunIsARowAndAnInvalidOneIsNone() throws IOException {
        Path file = directory.resolve("history.csv");
        OtavaFile.append(file, results(Outcome.NOT_WORSE), "abc");
        OtavaFile.append(file, results(Outcome.INVALID), "abd");
        OtavaFile.append(file, results(Outcome.WORSE), null);
        assertThat(file).hasContent("""
                        time,commit,java,cores,cpu_us_per_request,allocated_bytes_per_request,written_bytes_per_request,requests_per_second,latency_ms_p50,latency_ms_p99,rss_mb,gc_pause_us_per_request
                        2026-01-01T00:00:00Z,abc,25.0.3,2,101.980,nan,nan,nan,nan,nan,nan,nan
                        2026-01-01T00:00:00Z,unknown,25.0.3,2,101.980,nan,nan,nan,nan,nan,nan,nan
                        """);
    }

    @Test
    void aFileWithOtherColumnsIsLeftAlone() throws IOException {
        Path file = Files.writeString(directory.resolve("history.csv"), "time,metric\n");
        assertThatIOException()
                .isThrownBy(() -> OtavaFile.append(file, results(Outcome.NOT_WORSE), null))
                .withMessageContaining("has other columns");
        assertThat(file).hasContent("time,metric\n");
    }
}
