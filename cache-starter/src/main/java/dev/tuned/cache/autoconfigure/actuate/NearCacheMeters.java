/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.far.Breaker;
import dev.tuned.cache.far.Guard;
import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearRedis;
import dev.tuned.cache.notify.RedisChannel;

/** Meters of all near caches. Spring Boot's {@code cache.*} stay as they are, and count the reads from memory, too. */
final class NearCacheMeters implements MeterBinder {

    private static final String PREFIX = "tuned.cache.";

    private static final Map<String, ToDoubleFunction<NearRedis>> GAUGES = Map.of(
            "memory.used", redis -> redis.memory().bytes(),
            "memory.max", redis -> redis.memory().maximum(),
            "entries", redis -> redis.memory().size(),
            "pending", NearRedis::pending,
            "channel.disconnected", redis -> redis.channel().isConnected() ? 0 : 1);

    private static final Map<String, ToDoubleFunction<NearRedis>> COUNTERS = Map.of(
            "evictions", redis -> redis.memory().evictions(),
            "loads.shared", NearRedis::sharedLoads,
            "deletes.repeated", NearRedis::deletedAgain,
            "background.dropped", redis -> redis.guard().dropped(),
            "channel.lost", redis -> redis.channel().lost());

    private final NearManagers near;

    NearCacheMeters(NearManagers near) {
        this.near = near;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        near.whenUsed(cache -> {
            gets(registry, cache, "memory", cached -> cached.hits().sum());
            gets(registry, cache, "redis", cached -> cached.farHits().sum());
            gets(registry, cache, "miss", cached -> cached.misses().sum());
        });
        GAUGES.forEach(
                (name, value) -> Gauge.builder(PREFIX + name, near, sum(value)).register(registry));
        COUNTERS.forEach((name, value) ->
                FunctionCounter.builder(PREFIX + name, near, sum(value)).register(registry));
        notifications(registry, "sent", RedisChannel::sent);
        notifications(registry, "received", RedisChannel::received);
        breaker(registry, "read", Guard::readBreaker);
        breaker(registry, "change", Guard::changeBreaker);
    }

    private static void gets(
            MeterRegistry registry, NearCache cache, String result, ToDoubleFunction<NearCache> value) {
        FunctionCounter.builder(PREFIX + "gets", cache, value)
                .tags("cache", cache.name(), "cache.manager", cache.manager(), "result", result)
                .register(registry);
    }

    private void notifications(MeterRegistry registry, String direction, ToDoubleFunction<RedisChannel> value) {
        FunctionCounter.builder(PREFIX + "notifications", near, sum(redis -> value.applyAsDouble(redis.channel())))
                .tag("direction", direction)
                .register(registry);
    }

    private void breaker(MeterRegistry registry, String operation, Function<Guard, Breaker> of) {
        Tags tags = Tags.of("operation", operation);
        FunctionCounter.builder(
                        PREFIX + "redis.failures",
                        near,
                        sum(redis -> of.apply(redis.guard()).failures()))
                .tags(tags)
                .register(registry);
        FunctionCounter.builder(
                        PREFIX + "redis.rejected",
                        near,
                        sum(redis -> of.apply(redis.guard()).rejected()))
                .tags(tags)
                .register(registry);
        Gauge.builder(
                        PREFIX + "breaker.open",
                        near,
                        sum(redis -> of.apply(redis.guard()).isOpen() ? 1 : 0))
                .tags(tags)
                .register(registry);
    }

    private static ToDoubleFunction<NearManagers> sum(ToDoubleFunction<NearRedis> value) {
        return near -> near.redis().stream().mapToDouble(value).sum();
    }
}
