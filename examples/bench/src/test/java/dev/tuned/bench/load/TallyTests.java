/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class TallyTests {

    private final Tally tally = new Tally();
    private long latencyNanos = TimeUnit.SECONDS.toNanos(1);
    private long nanos;

    @Test
    void theRateIsThatOfTheTimeInWhichAllConnectionsHadSomethingToDo() {
        latencyNanos = 1000;
        burst(4, 3000);
        tally.steady(true);
        evenly(20, 3000, 5000);
        tally.steady(false);
        burst(4, 8000);
        nanos = TimeUnit.SECONDS.toNanos(8);

        assertThat(rate()).isCloseTo(10, within(1e-9));
    }

    @Test
    void aLoadThatIsHardlyMoreThanItsConnectionsCountsAsAWhole() {
        tally.steady(true);
        burst(1, 1000);
        tally.steady(false);
        burst(9, 4000);
        nanos = TimeUnit.SECONDS.toNanos(5);

        assertThat(rate()).isEqualTo(2);
    }

    @Test
    void burstsOf200EachSecondAre200PerSecondHoweverFewTheyAre() {
        tally.steady(true);
        burst(200, 1000);
        burst(200, 2000);
        assertThat(rate()).isCloseTo(200, within(1e-9));

        burst(200, 3000);
        nanos = TimeUnit.SECONDS.toNanos(3);
        assertThat(rate()).isCloseTo(200, within(1e-9));
    }

    /** The requests of the first have come one after the other. */
    @Test
    void burstsThatTakeAWhileAre200PerSecondToo() {
        tally.steady(true);
        evenly(200, 1000, 1250);
        evenly(200, 2000, 2250);
        evenly(200, 3000, 3250);
        nanos = TimeUnit.MILLISECONDS.toNanos(3250);

        assertThat(rate()).isCloseTo(200, within(1e-9));
    }

    @Test
    void aSingleBurstIsDividedByTheWholeTime() {
        tally.steady(true);
        burst(200, 1000);
        nanos = TimeUnit.SECONDS.toNanos(1);

        assertThat(rate()).isEqualTo(200);
    }

    @Test
    void whatFailedIsNoPartOfTheRate() {
        tally.steady(true);
        for (int second = 1; second <= 10; second++) {
            burst(100, second * 1000L);
            tally.failure("refused");
        }
        nanos = TimeUnit.SECONDS.toNanos(10);

        assertThat(rate()).isCloseTo(100, within(1e-9));
        assertThat(tally.result(nanos, 0, 0).requests()).isEqualTo(1010);
    }

    private double rate() {
        return tally.result(nanos, 0, 0).requestsPerSecond();
    }

    private void burst(int count, long atMillis) {
        for (int i = 0; i < count; i++) {
            answer(TimeUnit.MILLISECONDS.toNanos(atMillis));
        }
    }

    private void evenly(int count, long fromMillis, long toMillis) {
        for (int i = 1; i <= count; i++) {
            answer(TimeUnit.MILLISECONDS.toNanos(fromMillis + (toMillis - fromMillis) * i / count));
        }
    }

    private void answer(long nanos) {
        tally.answered(nanos, latencyNanos, response -> true, new Answer(null));
    }
}
