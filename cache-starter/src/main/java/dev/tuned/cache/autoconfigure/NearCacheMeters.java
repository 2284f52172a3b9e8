/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearRedis;

/** Meters of all near caches. Spring Boot's {@code cache.*} stay as they are, and count the reads from memory, too. */
final class NearCacheMeters implements MeterBinder {

    private static final String PREFIX = "tuned.cache.";

    private final NearManagers near;

    NearCacheMeters(NearManagers near) {
        this.near = near;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        near.whenUsed(cache -> {
            gets(registry, cache, "memory", cache.hits());
            gets(registry, cache, "redis", cache.farHits());
            gets(registry, cache, "miss", cache.misses());
        });
        gauge(registry, "memory.used", redis -> redis.memory().bytes());
        gauge(registry, "memory.max", redis -> redis.memory().maximum());
        gauge(registry, "entries", redis -> redis.memory().size());
        gauge(registry, "pending", NearRedis::pending);
        gauge(registry, "channel.disconnected", redis -> redis.channel().isConnected() ? 0 : 1);
        gauge(registry, "breaker.open", redis -> redis.reads().isOpen() ? 1 : 0, "operation", "read");
        gauge(registry, "breaker.open", redis -> redis.changes().isOpen() ? 1 : 0, "operation", "change");
        count(registry, "redis.failures", redis -> redis.reads().failures(), "operation", "read");
        count(registry, "redis.failures", redis -> redis.changes().failures(), "operation", "change");
        count(registry, "redis.rejected", redis -> redis.reads().rejected(), "operation", "read");
        count(registry, "redis.rejected", redis -> redis.changes().rejected(), "operation", "change");
        count(
                registry,
                "background.dropped",
                redis -> redis.reads().dropped() + redis.changes().dropped());
        count(registry, "evictions", redis -> redis.memory().evictions());
        count(registry, "loads.shared", NearRedis::sharedLoads);
        count(registry, "deletes.repeated", NearRedis::deletedAgain);
        count(registry, "channel.lost", redis -> redis.channel().lost());
        count(registry, "notifications", redis -> redis.channel().sent(), "direction", "sent");
        count(registry, "notifications", redis -> redis.channel().received(), "direction", "received");
    }

    private static void gets(MeterRegistry registry, NearCache cache, String result, LongAdder value) {
        FunctionCounter.builder(PREFIX + "gets", value, LongAdder::sum)
                .tags("cache", cache.name(), "cache.manager", cache.manager(), "result", result)
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, ToDoubleFunction<NearRedis> value, String... tags) {
        Gauge.builder(PREFIX + name, near, sum(value)).tags(tags).register(registry);
    }

    private void count(MeterRegistry registry, String name, ToDoubleFunction<NearRedis> value, String... tags) {
        FunctionCounter.builder(PREFIX + name, near, sum(value)).tags(tags).register(registry);
    }

    private static ToDoubleFunction<NearManagers> sum(ToDoubleFunction<NearRedis> value) {
        return near -> near.redis().stream().mapToDouble(value).sum();
    }
}
