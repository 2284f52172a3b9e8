/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

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
