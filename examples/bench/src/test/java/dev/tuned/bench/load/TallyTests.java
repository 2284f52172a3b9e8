/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TallyTests {

    private final Tally tally = new Tally();

    @Test
    void theRateIsThatOfTheTimeInWhichAllConnectionsHadSomethingToDo() {
        answer(10);
        tally.busyUntil(TimeUnit.SECONDS.toNanos(1));
        answer(2);
        tally.ended(TimeUnit.SECONDS.toNanos(5));

        assertThat(tally.result(0).requestsPerSecond()).isEqualTo(10);
    }

    @Test
    void aLoadThatIsHardlyMoreThanItsConnectionsCountsAsAWhole() {
        answer(1);
        tally.busyUntil(TimeUnit.SECONDS.toNanos(1));
        answer(9);
        tally.ended(TimeUnit.SECONDS.toNanos(5));

        assertThat(tally.result(0).requestsPerSecond()).isEqualTo(2);
    }

    @Test
    void theTimeUntilEachConnectionCanHaveAnAnswerDoesNotCount() {
        answer(4);
        tally.busyFrom(TimeUnit.SECONDS.toNanos(3));
        answer(20);
        tally.busyUntil(TimeUnit.SECONDS.toNanos(5));
        answer(4);
        tally.ended(TimeUnit.SECONDS.toNanos(8));

        assertThat(tally.result(0).requestsPerSecond()).isEqualTo(10);
    }

    private void answer(int times) {
        for (int i = 0; i < times; i++) {
            tally.answered(1000, response -> true, new Answer(null));
        }
    }
}
