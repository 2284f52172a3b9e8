/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.util.List;

import org.junit.jupiter.api.Test;

import static dev.tuned.examples.beforeafter.result.SampleResults.metric;
import static dev.tuned.examples.beforeafter.result.SampleResults.proven;
import static dev.tuned.examples.beforeafter.result.SampleResults.scenario;
import static org.assertj.core.api.Assertions.assertThat;

class OutcomeTests {

    private static final Control OK = new Control("hello", "cpu_us_per_request", 1, List.of(0.9, 1.1), true);
    private static final Control NOT_OK = new Control("hello", "cpu_us_per_request", 1.3, List.of(1.2, 1.4), false);

    @Test
    void aScenarioIsProvenWhenItsClaimsAreMetWhateverElseGotWorse() {
        assertThat(proven("upload-5k").verdict()).isEqualTo("proven");
    }

    @Test
    void aBetterThatCameOutSameIsNotProven() {
        assertThat(outcome("same", "better")).isEqualTo("inconclusive");
        assertThat(outcome("same", "not worse")).isEqualTo("proven");
        assertThat(outcome("worse", "not worse")).isEqualTo("worse");
        assertThat(outcome("worse", null)).isEqualTo("reference");
    }

    @Test
    void theRunIsAsGoodAsItsWorstScenario() {
        ScenarioResult good = proven("a");
        ScenarioResult empty = scenario("b", "wrong answer");
        ScenarioResult same = scenario("c", null, metric("cpu_us_per_request", 1, 1, "same", "better"));
        ScenarioResult worse = scenario("d", null, metric("cpu_us_per_request", 1, 2, "worse", "better"));

        assertThat(Outcome.ofRun(true, OK, List.of(good))).isEqualTo("proven");
        assertThat(Outcome.ofRun(true, OK, List.of(good, same))).isEqualTo("inconclusive");
        assertThat(Outcome.ofRun(true, OK, List.of(good, same, empty))).isEqualTo("void");
        assertThat(Outcome.ofRun(true, OK, List.of(good, same, empty, worse))).isEqualTo("worse");
    }

    @Test
    void aRunThatBrokeOffOrWhoseTwinsDifferProvesNothing() {
        assertThat(Outcome.ofRun(false, OK, List.of(proven("a")))).isEqualTo("inconclusive");
        assertThat(Outcome.ofRun(true, NOT_OK, List.of(proven("a")))).isEqualTo("inconclusive");
        assertThat(Outcome.ofRun(true, null, List.of(proven("a")))).isEqualTo("inconclusive");
        assertThat(Outcome.ofRun(true, OK, List.of())).isEqualTo("inconclusive");
    }

    @Test
    void exitCodesFollowTheVerdict() {
        assertThat(List.of("proven", "worse", "void", "inconclusive"))
                .extracting(Outcome::exitCode)
                .containsExactly(0, 1, 2, 2);
    }

    private static String outcome(String verdict, @org.jspecify.annotations.Nullable String claim) {
        return Outcome.ofScenario(List.of(metric("cpu_us_per_request", 1, 1, verdict, claim)));
    }
}
