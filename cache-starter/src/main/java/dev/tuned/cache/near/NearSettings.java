/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the near caches; no bean. Types are boxed so that an empty value stands for the default.
 *
 * @param enabled Whether to enable the starter.
 * @param near Names of the caches in Redis or Couchbase that get a memory in front of them, and of local caches that agree; * for all.
 * @param ttl How long an entry is served from memory at most; never longer than it is in Redis or Couchbase.
 * @param ttlOf The same for single caches by name.
 * @param memory Memory of all near caches together. Unset: 32MB, or a sixteenth of the heap if that is less.
 * @param hardTimeout How long a read waits for Redis or Couchbase; a change waits for twice as long.
 * @param unconnectedTtl How long an entry is served from memory while this instance cannot be notified of changes.
 * @param channel Redis channel through which the instances notify each other; in Couchbase, what the keys of their documents begin with.
 */
@ConfigurationProperties("tuned.cache")
public record NearSettings(
        @DefaultValue("true") Boolean enabled,
        @DefaultValue List<String> near,
        @DefaultValue("60s") Duration ttl,
        @DefaultValue Map<String, Duration> ttlOf,
        @Nullable DataSize memory,
        @DefaultValue("250ms") Duration hardTimeout,
        @DefaultValue("2s") Duration unconnectedTtl,
        @DefaultValue("tuned-cache") String channel,
        @DefaultValue Couchbase couchbase) {

    /** What clearing a cache in Couchbase does. */
    public enum Clear {
        /** Spring's query deletes its documents. */
        QUERY,
        /** A counter that is part of the keys is raised; its documents expire. */
        GENERATION
    }

    /**
     * Of caches in Couchbase.
     *
     * @param clear How a cache is cleared: by Spring's query, or by a new generation of keys.
     */
    public record Couchbase(@DefaultValue("query") Clear clear) {}

    /**
     * Rejects what cannot work. To be called after binding.
     *
     * @throws IllegalArgumentException that names the property
     */
    public NearSettings check() {
        ttlOf.forEach((cache, of) -> requirePositive(of, "ttl-of." + cache));
        requirePositive(ttl, "ttl");
        requirePositive(hardTimeout, "hard-timeout");
        Assert.isTrue(!unconnectedTtl.isNegative(), "'tuned.cache.unconnected-ttl' has to be 0 or longer");
        Assert.isTrue(memory == null || memory.toBytes() > 0, "'tuned.cache.memory' has to be more than 0");
        Assert.hasText(channel, "'tuned.cache.channel' has to be a name");
        return this;
    }

    private static void requirePositive(Duration duration, String property) {
        Assert.isTrue(duration.toNanos() > 0, () -> "'tuned.cache." + property + "' has to be longer than 0");
    }

    /** Bytes of all near caches together. */
    public long memoryBytes() {
        return (memory != null)
                ? memory.toBytes()
                : Math.min(
                        DataSize.ofMegabytes(32).toBytes(), Runtime.getRuntime().maxMemory() / 16);
    }

    /** Whether a cache is near. */
    public boolean isNear(String cache) {
        return near.contains("*") || near.contains(cache);
    }

    /** How long an entry of a cache is served from memory at most. */
    public Duration ttl(String cache) {
        return ttlOf.getOrDefault(cache, ttl);
    }
}
