/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.far.Breaker;
import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearRedis;

/** Meters of all near caches. Spring Boot's {@code cache.*} stay as they are, and count the reads from memory, too. */
final class NearCacheMeters implements MeterBinder {

    private final NearManagers near;

    NearCacheMeters(NearManagers near) {
        this.near = near;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        near.whenUsed(cache -> {
            Tags tags = Tags.of("cache", cache.name(), "cache.manager", cache.manager());
            gets(registry, cache, tags.and("result", "memory"), NearCache::hits);
            gets(registry, cache, tags.and("result", "redis"), NearCache::farHits);
            gets(registry, cache, tags.and("result", "miss"), NearCache::misses);
        });
        gauge(
                registry,
                "tuned.cache.memory.used",
                "Bytes of all entries in memory",
                Tags.empty(),
                redis -> redis.memory().bytes());
        gauge(
                registry,
                "tuned.cache.memory.max",
                "Bound of the entries in memory, in bytes",
                Tags.empty(),
                redis -> redis.memory().maximum());
        gauge(
                registry,
                "tuned.cache.entries",
                "Entries in memory",
                Tags.empty(),
                redis -> redis.memory().size());
        gauge(
                registry,
                "tuned.cache.pending",
                "Changes that are not confirmed or not published yet",
                Tags.empty(),
                NearRedis::pending);
        gauge(
                registry,
                "tuned.cache.channel.disconnected",
                "Redis whose channel brings no heartbeat",
                Tags.empty(),
                redis -> redis.channel().isConnected() ? 0 : 1);
        counter(
                registry,
                "tuned.cache.evictions",
                "Entries that left memory because there was no room",
                Tags.empty(),
                redis -> redis.memory().evictions());
        counter(
                registry,
                "tuned.cache.loads.shared",
                "Callers that got the value of another one's load",
                Tags.empty(),
                NearRedis::sharedLoads);
        counter(
                registry,
                "tuned.cache.deletes.repeated",
                "Keys that were deleted once more",
                Tags.empty(),
                NearRedis::deletedAgain);
        counter(
                registry,
                "tuned.cache.background.dropped",
                "Writes and reads in the background that were dropped",
                Tags.empty(),
                redis -> redis.guard().dropped());
        counter(
                registry,
                "tuned.cache.notifications",
                "Notifications",
                Tags.of("direction", "sent"),
                redis -> redis.channel().sent());
        counter(
                registry,
                "tuned.cache.notifications",
                "Notifications",
                Tags.of("direction", "received"),
                redis -> redis.channel().received());
        counter(
                registry,
                "tuned.cache.channel.lost",
                "Times that notifications may have been missing",
                Tags.empty(),
                redis -> redis.channel().lost());
        breaker(registry, "read", redis -> redis.guard().readBreaker());
        breaker(registry, "change", redis -> redis.guard().changeBreaker());
    }

    private interface OfRedis {

        Breaker breaker(NearRedis redis);
    }

    private void breaker(MeterRegistry registry, String operation, OfRedis of) {
        Tags tags = Tags.of("operation", operation);
        counter(
                registry,
                "tuned.cache.redis.failures",
                "Operations that failed or were late",
                tags,
                redis -> of.breaker(redis).failures());
        counter(
                registry,
                "tuned.cache.redis.rejected",
                "Operations that did not begin because the breaker was open",
                tags,
                redis -> of.breaker(redis).rejected());
        gauge(
                registry,
                "tuned.cache.breaker.open",
                "1 while Redis is not asked",
                tags,
                redis -> of.breaker(redis).isOpen() ? 1 : 0);
    }

    private static void gets(MeterRegistry registry, NearCache cache, Tags tags, ToDoubleFunction<NearCache> value) {
        FunctionCounter.builder("tuned.cache.gets", cache, value)
                .description("Reads of a near cache: answered by memory, by Redis, or by neither")
                .tags(tags)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry, String name, String description, Tags tags, ToDoubleFunction<NearRedis> value) {
        FunctionCounter.builder(name, near, all -> sum(all, value))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private void gauge(
            MeterRegistry registry, String name, String description, Tags tags, ToDoubleFunction<NearRedis> value) {
        Gauge.builder(name, near, all -> sum(all, value))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private static double sum(NearManagers near, ToDoubleFunction<NearRedis> value) {
        return near.redis().stream().mapToDouble(value).sum();
    }
}
