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
 * Settings of the near caches; no bean.
 *
 * @param enabled Whether to enable the starter.
 * @param near Names of the Redis caches that get a memory in front of them; * for all.
 * @param ttl How long an entry is served from memory at most; never longer than it is in Redis.
 * @param ttlOf The same for single caches by name.
 * @param memory Memory of all near caches together. Unset: 32MB, or a sixteenth of the heap if that is less.
 * @param hardTimeout How long a read waits for Redis; a change waits for twice as long.
 * @param unconnectedTtl How long an entry is served from memory while this instance cannot be notified of changes.
 * @param channel Redis channel through which the instances notify each other.
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
        @DefaultValue("tuned-cache") String channel) {

    private static final long MEMORY = DataSize.ofMegabytes(32).toBytes();

    /** Rejects what cannot work. */
    public NearSettings {
        ttlOf.forEach((cache, of) -> requirePositive(of, "ttl-of." + cache));
        requirePositive(ttl, "ttl");
        requirePositive(hardTimeout, "hard-timeout");
        Assert.isTrue(!unconnectedTtl.isNegative(), "'tuned.cache.unconnected-ttl' has to be 0 or longer");
        Assert.isTrue(memory == null || memory.toBytes() > 0, "'tuned.cache.memory' has to be more than 0");
        Assert.hasText(channel, "'tuned.cache.channel' has to be a name");
    }

    private static void requirePositive(Duration duration, String property) {
        Assert.isTrue(duration.toNanos() > 0, () -> "'tuned.cache." + property + "' has to be longer than 0");
    }

    /** Bytes of all near caches together. */
    public long memoryBytes() {
        return (memory != null)
                ? memory.toBytes()
                : Math.min(MEMORY, Runtime.getRuntime().maxMemory() / 16);
    }

    /** Whether a cache is near. */
    public boolean isNear(String cache) {
        return near.contains("*") || near.contains(cache);
    }
}
