/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

import dev.tuned.cache.invalidation.InvalidationStatistics;
import dev.tuned.cache.store.StoreState;

/**
 * Health of the near cache: always up, for an application that serves without Couchbase is not to be restarted because
 * of it. The details say how L2 and the invalidation are doing.
 */
final class NearCacheHealthIndicator extends AbstractHealthIndicator {

    private final String l2;
    private final Supplier<@Nullable StoreState> storeState;
    private final Supplier<@Nullable InvalidationStatistics> invalidations;

    NearCacheHealthIndicator(
            String l2,
            Supplier<@Nullable StoreState> storeState,
            Supplier<@Nullable InvalidationStatistics> invalidations) {
        super("The state of the near cache is not known");
        this.l2 = l2;
        this.storeState = storeState;
        this.invalidations = invalidations;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up().withDetail("l2", l2);
        StoreState store = storeState.get();
        if (store != null) {
            builder.withDetail("breaker", details(store));
        }
        InvalidationStatistics invalidation = invalidations.get();
        if (invalidation != null) {
            builder.withDetail("invalidation", details(invalidation));
        }
    }

    private static Map<String, Object> details(StoreState store) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", store.breaker().label());
        details.put("since", store.since().toString());
        details.put("consecutiveFailures", store.consecutiveFailures());
        details.put("reached", store.reached());
        putIfPresent(details, "lastError", store.lastError());
        putIfPresent(details, "lastErrorAt", store.lastErrorAt());
        return details;
    }

    private static Map<String, Object> details(InvalidationStatistics invalidation) {
        Map<String, Object> details = new LinkedHashMap<>();
        Duration sinceLastPoll = invalidation.sinceLastPoll();
        putIfPresent(details, "sinceLastPoll", (sinceLastPoll != null) ? sinceLastPoll.toMillis() + "ms" : null);
        details.put("waiting", invalidation.waiting());
        details.put("lost", invalidation.lost());
        return details;
    }

    private static void putIfPresent(Map<String, Object> details, String name, @Nullable Object value) {
        if (value != null) {
            details.put(name, value.toString());
        }
    }
}
