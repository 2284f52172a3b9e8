/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

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

    private final Supplier<State> current;

    NearCacheHealthIndicator(Supplier<State> current) {
        super("The state of the near cache is not known");
        this.current = current;
    }

    /** What is reported. */
    record State(
            String l2, @Nullable StoreState store, @Nullable InvalidationStatistics invalidation) {}

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        State now = current.get();
        builder.up().withDetail("l2", now.l2());
        StoreState store = now.store();
        if (store != null) {
            builder.withDetail("breaker", details(store));
        }
        InvalidationStatistics invalidation = now.invalidation();
        if (invalidation != null) {
            builder.withDetail("invalidation", details(invalidation));
        }
    }

    private static Map<String, Object> details(StoreState store) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", NearCacheReport.text(store.breaker()));
        details.put("since", store.since().toString());
        details.put("consecutiveFailures", store.consecutiveFailures());
        details.put("reached", store.reached());
        putIfPresent(details, "lastError", store.lastError());
        putIfPresent(details, "lastErrorAt", store.lastErrorAt());
        return details;
    }

    private static Map<String, Object> details(InvalidationStatistics invalidation) {
        Map<String, Object> details = new LinkedHashMap<>();
        putIfPresent(details, "sinceLastPoll", NearCacheReport.text(invalidation.sinceLastPoll()));
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
