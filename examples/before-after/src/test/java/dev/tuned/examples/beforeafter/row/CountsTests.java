/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static dev.tuned.examples.beforeafter.row.Condition.that;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

@Tag("without-boot")
class CountsTests {

    private static final Count RATE = new Count("per_second", "answers per second");
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void aRateThatThreadsAndTimeAllowIsTaken() throws IOException {
        Counts counts = new Counts();
        counts.putRate(RATE, 200, 200, SECOND);
        assertThat(counts.values()).containsEntry(RATE, 200.0);
    }

    @Test
    void aRateAboveWhatThreadsAndTimeAllowIsAFaultOfTheMeasuring() {
        Counts counts = new Counts();
        assertThatIOException()
                .isThrownBy(() -> counts.putRate(RATE, 267, 200, SECOND))
                .withMessage(
                        "answers per second: 267 were measured, but 200 at once that take 1,000 ms each are 200 at most");
        assertThat(counts.values()).isEmpty();
    }

    @Test
    void conditionsSayWhatTheyCompare() {
        Map<String, Map<Count, Double>> counted = Map.of("stock", Map.of(RATE, 200.0), "tuned", Map.of(RATE, 900.0));

        assertThat(that(RATE).is(900).text()).isEqualTo("answers per second is 900");
        assertThat(that(RATE).is(900).holds(counted, "tuned")).isTrue();
        assertThat(that(RATE).is(900).holds(counted, "stock")).isFalse();
        assertThat(that(RATE).isAtMost(200).holds(counted, "stock")).isTrue();
        assertThat(that(RATE).isAtLeast(201).holds(counted, "stock")).isFalse();
        assertThat(that(RATE).isAtMost(0.9, "tuned").holds(counted, "stock")).isTrue();
        assertThat(that(RATE).isAtMost(0.9, "tuned").holds(counted, "tuned")).isFalse();
    }
}
