/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class MissesTests {

    private final Misses<String> misses = new Misses<>();

    /** Who puts a key again and again changes it, although it was once loaded elsewhere. */
    @Test
    void putsAfterAnAsynchronousMissAreChangesAgainHoweverOftenTheyCome() {
        misses.addAsynchronous("key", 7);
        assertThat(misses.take("key")).isEqualTo(7);
        assertThat(misses.take("key")).isEqualTo(Misses.UNKNOWN);

        await().pollInSameThread()
                .pollInterval(Duration.ofMillis(500))
                .atMost(Duration.ofMinutes(1))
                .until(() -> misses.take("key") == null);
    }
}
