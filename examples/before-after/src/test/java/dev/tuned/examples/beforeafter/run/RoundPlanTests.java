/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.tuned.examples.beforeafter.result.Round;

import static org.assertj.core.api.Assertions.assertThat;

class RoundPlanTests {

    private static final Pace PACE = new Pace(16, false, null);
    private static final Set<String> CLAIMED = Set.of("stock", "tuned");

    @Test
    void aRoundTakesASecondOfServerCpuOnTheCheapestSide() {
        RoundPlan plan = RoundPlan.of(observed(100, 50, 50), CLAIMED, PACE, 1, 60, null);

        assertThat(plan.requests()).containsEntry("stock", 20_000L).containsEntry("tuned", 20_000L);
    }

    @Test
    void roundsAreEvenAndBetweenSixAndTwentyAndNoMoreThanTheTimeAllows() {
        assertThat(RoundPlan.of(observed(100, 50, 50), CLAIMED, PACE, 1, 18, null)
                        .rounds())
                .isEqualTo(8);
        assertThat(RoundPlan.of(observed(100, 50, 50), CLAIMED, PACE, 1, 1000, null)
                        .rounds())
                .isEqualTo(20);
    }

    @Test
    void shortTimeMakesRoundsSmallerAndNotFewer() {
        RoundPlan plan = RoundPlan.of(observed(100, 50, 50), CLAIMED, PACE, 1, 6, null);

        assertThat(plan.rounds()).isEqualTo(6);
        assertThat(plan.requests().get("stock"))
                .isLessThan(20_000)
                .isEqualTo(plan.requests().get("tuned"));
    }

    @Test
    void roundsAskedForAreMeasuredInFull() {
        RoundPlan plan = RoundPlan.of(observed(100, 50, 50), CLAIMED, PACE, 1, 1, 3);

        assertThat(plan.rounds()).isEqualTo(3);
        assertThat(plan.requests()).containsEntry("stock", 20_000L);
    }

    @Test
    void aSideForReferenceThatIsFarSlowerGetsFewerRequests() {
        Map<String, Round> observed = observed(100, 50, 50);
        observed.put("naive", round("naive", 20_000, 10_000));

        RoundPlan plan = RoundPlan.of(observed, CLAIMED, PACE, 1, 60, null);

        assertThat(plan.requests()).containsEntry("stock", 20_000L).containsEntry("naive", 200L);
    }

    @Test
    void theSameCalibrationGivesTheSamePlan() {
        assertThat(RoundPlan.of(observed(100, 50, 50), CLAIMED, PACE, 1, 20, null))
                .isEqualTo(RoundPlan.of(observed(100, 50, 50), CLAIMED, PACE, 1, 20, null));
    }

    @Test
    void theClientIsSparedWhereItComesNearHalfACore() {
        Round busy = new Round(0, "tuned", 10_000, 1, 0.5, 50, 1, 100_000, Map.of());
        Round calm = new Round(0, "stock", 4_000, 1, 0.25, 62.5, 1, 100_000, Map.of());

        assertThat(PACE.sparingTheClient(Set.of(busy, calm)).rate()).isEqualTo(8_000);
        assertThat(PACE.sparingTheClient(Set.of(busy, calm)).open()).isFalse();
        assertThat(PACE.sparingTheClient(Set.of(calm)).rate()).isNull();
    }

    private static Map<String, Round> observed(double stockCpu, double tunedCpu, double wallMicros) {
        Map<String, Round> observed = new LinkedHashMap<>();
        observed.put("stock", round("stock", stockCpu, wallMicros));
        observed.put("tuned", round("tuned", tunedCpu, wallMicros));
        return observed;
    }

    private static Round round(String side, double cpuMicros, double wallMicros) {
        return new Round(0, side, 1000, wallMicros / 1000, 0.1, 5, 1, 100, Map.of("cpu_us_per_request", cpuMicros));
    }
}
