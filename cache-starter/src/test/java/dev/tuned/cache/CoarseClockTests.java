/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class CoarseClockTests {

    private static final long YEAR = Duration.ofDays(365).toNanos();

    private final CoarseClock clock = new CoarseClock();

    @Test
    void boundMovesWithTheClockAheadOfIt() {
        long start = clock.bound();
        await().until(() -> clock.bound() - start > 0);
        long bound = clock.bound();
        assertThat(bound - clock.read()).as("at most a second ahead").isLessThanOrEqualTo(1_000_000_000);
        clock.close();
    }

    @Test
    void afterTheCloseNothingIsServedWithoutALookAtTheClock() {
        clock.close();
        await().until(() -> clock.bound() - clock.read() > YEAR);
    }
}
