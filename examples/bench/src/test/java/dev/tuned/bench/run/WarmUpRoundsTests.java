/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.process.Usage;
import dev.tuned.bench.run.WarmUp.Spent;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class WarmUpRoundsTests {

    private static final Usage NOTHING = new Usage(0, 0, 0, 0, 0, 0, 0, 0, 0);
    private static final long SECOND = 1_000_000_000;
    private static final WarmUp RULE = new WarmUp(Duration.ZERO, Duration.ofMinutes(1), 16);

    private static Spent spent(long requests, double perSecond, long cpuPerRequest, long compilers) {
        long cpu = requests * cpuPerRequest;
        long compiling = cpu * compilers / 100;
        return new Spent(requests, perSecond, NOTHING, new Usage(cpu, compiling, 0, 0, 0, 0, 0, 0, 0));
    }

    /** The requests of the rounds of two services whose CPU time per request becomes that of the given numbers. */
    private static List<Long> requests(WarmUp.Rounds rounds, long... cpuPerRequest) {
        List<Long> requests = new ArrayList<>();
        for (int i = 0; !rounds.ended(); i++) {
            long count = rounds.next().requests();
            requests.add(count);
            long cpu = cpuPerRequest[Math.min(i, cpuPerRequest.length - 1)];
            rounds.add(List.of(spent(count, 50, cpu, 5), spent(count, 200, 100, 5)), SECOND);
        }
        return requests;
    }

    @Test
    void endsWhenBothAreWarmAfterTheSameRequests() {
        WarmUp.Rounds rounds = new WarmUp.Rounds(RULE, 2);
        assertThat(requests(rounds, 900, 500, 300, 290)).containsExactly(100L, 50L, 50L, 50L);
        assertThat(rounds.words())
                .isEqualTo(
                        "warm after 4 s: CPU per request changed by 3 % in the last round, compilers took 5 % of the CPU");
    }

    @Test
    void goesOnForItsLeastTime() {
        WarmUp.Rounds rounds = new WarmUp.Rounds(new WarmUp(Duration.ofSeconds(7), Duration.ofMinutes(1), 16), 2);
        assertThat(requests(rounds, 100)).hasSize(7);
    }

    @Test
    void endsAfterItsLongestTimeAndSaysThatItIsNotWarm() {
        WarmUp.Rounds rounds = new WarmUp.Rounds(WarmUp.ONCE, 1);
        rounds.add(List.of(spent(100, 100, 100, 29)), SECOND);
        assertThat(rounds.ended()).isTrue();
        assertThat(rounds.words()).startsWith("not warm after ").endsWith("compilers took 29 % of the CPU");
    }

    @Test
    void withoutProcessesItIsNotKnownWhetherServicesAreWarm() {
        WarmUp.Rounds rounds = new WarmUp.Rounds(WarmUp.ONCE, 1);
        Usage unknown = new Usage(-1, -1, -1, -1, -1, -1, -1, -1, -1);
        rounds.add(List.of(new Spent(100, 100, unknown, unknown)), SECOND);
        assertThat(rounds.words())
                .isEqualTo("warmed up for 1 s; whether it was enough is not known without the services' processes");
    }

    /** Whether requests come one after the other in the rounds of a service whose compilers take these percentages. */
    private static List<Boolean> oneAfterTheOther(long cpuPerRequest, long... compilers) {
        WarmUp.Rounds rounds = new WarmUp.Rounds(RULE, 1);
        List<Boolean> all = new ArrayList<>();
        for (long each : compilers) {
            assertThat(rounds.ended()).isFalse();
            all.add(rounds.next().oneAfterTheOther());
            long requests = rounds.next().requests();
            long cpu = requests * cpuPerRequest;
            Usage to = new Usage(cpu, cpu * each / 100, 0, 0, 0, 0, 0, 0, 0);
            rounds.add(List.of(new Spent(requests, 100, NOTHING, to)), SECOND);
        }
        assertThat(rounds.ended()).isTrue();
        return all;
    }

    @Test
    void whileCompilersLackTimeRequestsComeOneAfterTheOtherAndItIsWarmUnderTheWholeLoad() {
        assertThat(oneAfterTheOther(1_000_000_000, 30, 50, 20, 5, 5)).containsExactly(false, true, true, true, false);
    }

    @Test
    void aServiceThatWaitsGetsTheWholeLoad() {
        assertThat(oneAfterTheOther(100, 30, 50, 20, 5, 5)).containsOnly(false);
    }
}
