/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.store.StoreState;

import static org.assertj.core.api.Assertions.assertThat;

class NearCacheHealthIndicatorTests {

    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void outageIsADetailAndNotTheEndOfTheApplication() {
        StoreState open = new StoreState(StoreState.Breaker.HALF_OPEN, TIME, 21, true, "TimeoutException", TIME);
        InvalidationStatistics invalidation =
                new InvalidationStatistics(0, 0, 0, 0, 3, 0, 0, 0, Map.of("gap", 2L), Duration.ofMillis(1_500));
        Health health = health("Couchbase bucket 'cache'", open, invalidation);
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails())
                .containsEntry("l2", "Couchbase bucket 'cache'")
                .containsEntry(
                        "breaker",
                        Map.of(
                                "state",
                                "half-open",
                                "since",
                                TIME.toString(),
                                "consecutiveFailures",
                                21,
                                "reached",
                                true,
                                "lastError",
                                "TimeoutException",
                                "lastErrorAt",
                                TIME.toString()))
                .containsEntry(
                        "invalidation", Map.of("sinceLastPoll", "1500ms", "waiting", 3L, "lost", Map.of("gap", 2L)));
    }

    @Test
    void withoutL2ThereIsOnlyTheReason() {
        Health health = health("none (no bucket)", null, null);
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).isEqualTo(Map.of("l2", "none (no bucket)"));
    }

    @Test
    void channelThatNeverPolledHasNoAge() {
        Health health = health("x", null, InvalidationStatistics.NONE);
        assertThat(health.getDetails()).containsEntry("invalidation", Map.of("waiting", 0L, "lost", Map.of()));
    }

    private static Health health(String l2, @Nullable StoreState store, @Nullable InvalidationStatistics invalidation) {
        return new NearCacheHealthIndicator(l2, () -> store, () -> invalidation).health(true);
    }
}
