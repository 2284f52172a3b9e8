/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.process;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ThreadTimesTests {

    @Test
    void theTimeOfAllThreadsIsAddedUpThoseThatBeganSinceIncluded() {
        ThreadTimes later = new ThreadTimes(Map.of("1", 70L, "2", 20L, "3", 5L));

        assertThat(later.since(new ThreadTimes(Map.of("1", 50L, "2", 20L)))).isEqualTo(OptionalLong.of(25));
    }

    @Test
    void aThreadThatEndedHasTakenItsTimeAlong() {
        ThreadTimes later = new ThreadTimes(Map.of("1", 70L));

        assertThat(later.since(new ThreadTimes(Map.of("1", 50L, "2", 20L)))).isEmpty();
        assertThat(later.since(new ThreadTimes(Map.of("1", 90L))))
                .as("another with its id")
                .isEmpty();
    }

    @Test
    void whereTheSystemDoesNotTellThereIsNone() {
        ThreadTimes none = ThreadTimes.of(Long.MAX_VALUE);

        assertThat(none.nanos()).isEmpty();
        assertThat(none.since(none)).isEmpty();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "the times are in /proc")
    void workCounts() {
        long pid = ProcessHandle.current().pid();
        ThreadTimes before = ThreadTimes.of(pid);

        // This one's own reading is the work; a thread of others that ends is waited out.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> ThreadTimes.of(pid).nanos().values().stream()
                                .mapToLong(Long::longValue)
                                .sum()
                        > before.nanos().values().stream()
                                .mapToLong(Long::longValue)
                                .sum());
    }
}
