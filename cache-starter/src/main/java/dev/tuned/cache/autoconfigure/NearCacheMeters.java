/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearStore;

/** Meters of all near caches. Spring Boot's {@code cache.*} stay as they are, and count the reads from memory, too. */
final class NearCacheMeters implements MeterBinder {

    private final NearManagers near;

    NearCacheMeters(NearManagers near) {
        this.near = near;
    }

    private static final String PREFIX = "tuned.cache.";

    @Override
    public void bindTo(MeterRegistry registry) {
        near.whenUsed(cache -> {
            gets(registry, cache, "memory", cache.hits);
            gets(registry, cache, "far", cache.farHits);
            gets(registry, cache, "miss", cache.misses);
        });
        gauge(registry, "memory.used", store -> store.memory().bytes());
        gauge(registry, "memory.max", store -> store.memory().maximum());
        gauge(registry, "entries", store -> store.memory().size());
        gauge(registry, "pending", NearStore::pending);
        gauge(registry, "channel.disconnected", store -> store.channel().isConnected() || !near.isUsed() ? 0 : 1);
        gauge(registry, "breaker.open", store -> store.reads().isOpen() ? 1 : 0, "operation", "read");
        gauge(registry, "breaker.open", store -> store.changes().isOpen() ? 1 : 0, "operation", "change");
        count(registry, "far.failures", store -> store.reads().failures(), "operation", "read");
        count(registry, "far.failures", store -> store.changes().failures(), "operation", "change");
        count(registry, "evictions", store -> store.memory().evictions());
        count(registry, "channel.lost", store -> store.channel().lost());
        count(registry, "notifications", store -> store.channel().sent(), "direction", "sent");
        count(registry, "notifications", store -> store.channel().received(), "direction", "received");
    }

    private static void gets(MeterRegistry registry, NearCache cache, String result, LongAdder value) {
        FunctionCounter.builder(PREFIX + "gets", value, LongAdder::sum)
                .tags("cache", cache.name, "cache.manager", cache.manager, "result", result)
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, ToDoubleFunction<NearStore> value, String... tags) {
        Gauge.builder(PREFIX + name, near, sum(value)).tags(tags).register(registry);
    }

    private void count(MeterRegistry registry, String name, ToDoubleFunction<NearStore> value, String... tags) {
        FunctionCounter.builder(PREFIX + name, near, sum(value)).tags(tags).register(registry);
    }

    private static ToDoubleFunction<NearManagers> sum(ToDoubleFunction<NearStore> value) {
        return near -> near.stores().stream().mapToDouble(value).sum();
    }
}
