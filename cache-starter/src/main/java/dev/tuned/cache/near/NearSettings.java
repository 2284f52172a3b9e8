/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/** Settings of the near caches; no bean. Types are boxed so that an empty value stands for the default. */
@ConfigurationProperties("tuned.cache")
public final class NearSettings {

    /** Whether to enable the starter. */
    private Boolean enabled = true;

    /** What clearing a cache in Couchbase does. */
    public enum Clear {
        /** Spring's query deletes its documents. */
        QUERY,
        /** A counter that is part of the keys is raised; its documents expire. */
        GENERATION
    }

    /** Of caches in Couchbase. */
    public static final class Couchbase {

        /** How a cache is cleared: by Spring's query, or by a new generation of keys. */
        private Clear clear = Clear.QUERY;

        public Clear getClear() {
            return clear;
        }

        public void setClear(Clear clear) {
            this.clear = clear;
        }
    }

    /** Names of the caches in Redis or Couchbase that get a memory in front of them, and of local caches that agree; * for all. */
    private final List<String> near = new ArrayList<>();

    /** How long an entry is served from memory at most; never longer than it is in Redis or Couchbase. */
    private Duration ttl = Duration.ofSeconds(60);

    /** The same for single caches by name. */
    private final Map<String, Duration> ttlOf = new HashMap<>();

    /** Memory of all near caches together. Unset: 32MB, or a sixteenth of the heap if that is less. */
    private @Nullable DataSize memory;

    /** How long a read waits for Redis or Couchbase; a change waits for twice as long. */
    private Duration hardTimeout = Duration.ofMillis(250);

    /** How long an entry is served from memory while this instance cannot be notified of changes. */
    private Duration unconnectedTtl = Duration.ofSeconds(2);

    /** Redis channel through which the instances notify each other; in Couchbase, what the keys of their documents begin with. */
    private String channel = "tuned-cache";

    private final Couchbase couchbase = new Couchbase();

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

    public Boolean getEnabled() {
        return enabled;
    }

    public void setEnabled(Boolean enabled) {
        this.enabled = enabled;
    }

    public List<String> getNear() {
        return near;
    }

    public Duration getTtl() {
        return ttl;
    }

    public void setTtl(Duration ttl) {
        this.ttl = ttl;
    }

    public Map<String, Duration> getTtlOf() {
        return ttlOf;
    }

    public @Nullable DataSize getMemory() {
        return memory;
    }

    public void setMemory(@Nullable DataSize memory) {
        this.memory = memory;
    }

    public Duration getHardTimeout() {
        return hardTimeout;
    }

    public void setHardTimeout(Duration hardTimeout) {
        this.hardTimeout = hardTimeout;
    }

    public Duration getUnconnectedTtl() {
        return unconnectedTtl;
    }

    public void setUnconnectedTtl(Duration unconnectedTtl) {
        this.unconnectedTtl = unconnectedTtl;
    }

    public Couchbase getCouchbase() {
        return couchbase;
    }

    public String getChannel() {
        return channel;
    }

    public void setChannel(String channel) {
        this.channel = channel;
    }
}
