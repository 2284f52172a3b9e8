/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

import dev.tuned.cache.near.NearSettings;

/** Settings of the cache starter. */
@ConfigurationProperties("tuned.cache")
final class CacheProperties {

    private static final DataSize MEMORY = DataSize.ofMegabytes(32);

    /** Whether to enable the starter. */
    private boolean enabled = true;

    /** Names of the Redis caches that get a memory in front of them; * for all. */
    private List<String> near = new ArrayList<>();

    /** How long an entry is served from memory at most; never longer than it is in Redis. */
    private Duration ttl = Duration.ofSeconds(60);

    /** The same for single caches by name. */
    private Map<String, Duration> ttlOf = new HashMap<>();

    /** Memory of all near caches together. Unset: 32MB, or a sixteenth of the heap if that is less. */
    private @Nullable DataSize memory;

    /** How long a read waits for Redis; a change waits for twice as long. */
    private Duration hardTimeout = Duration.ofMillis(250);

    /** How long an entry is served from memory while this instance cannot be notified of changes. */
    private Duration unconnectedTtl = Duration.ofSeconds(2);

    /** Redis channel through which the instances notify each other. */
    private String channel = "tuned-cache";

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public List<String> getNear() {
        return near;
    }

    public void setNear(List<String> near) {
        this.near = near;
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

    public void setTtlOf(Map<String, Duration> ttlOf) {
        this.ttlOf = ttlOf;
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

    public String getChannel() {
        return channel;
    }

    public void setChannel(String channel) {
        this.channel = channel;
    }

    NearSettings settings() {
        long bytes = (memory != null)
                ? memory.toBytes()
                : Math.min(MEMORY.toBytes(), Runtime.getRuntime().maxMemory() / 16);
        return new NearSettings(ttl, ttlOf, bytes, hardTimeout, unconnectedTtl, channel);
    }
}
