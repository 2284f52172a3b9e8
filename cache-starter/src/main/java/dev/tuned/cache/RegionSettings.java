/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The settings of one region, or what holds for every region that says nothing else. Not changed any more once a cache manager
 * has them.
 */
public class RegionSettings {

    private static final double REFRESH_AHEAD = 0.8;
    private static final Duration STALE_IF_ERROR = Duration.ofMinutes(10);

    private final L1 l1 = new L1();
    private final L2 l2 = new L2();

    /** How long after its TTL an entry may still be served while it cannot be reloaded; zero for never. Unset: never for annotated methods, 10m for NearCache. */
    private @Nullable Duration staleIfError;

    /** How long the null result of a method is kept; zero keeps none. */
    private Duration negativeTtl = Duration.ofSeconds(5);

    /** Part of what identifies the type in Couchbase. Raise it when values mean something else although their type has the same fields. */
    private Integer schemaVersion = 1;

    public @Nullable Duration getStaleIfError() {
        return staleIfError;
    }

    public void setStaleIfError(@Nullable Duration staleIfError) {
        this.staleIfError = staleIfError;
    }

    public Duration getNegativeTtl() {
        return negativeTtl;
    }

    public void setNegativeTtl(Duration negativeTtl) {
        this.negativeTtl = negativeTtl;
    }

    public Integer getSchemaVersion() {
        return schemaVersion;
    }

    public void setSchemaVersion(Integer schemaVersion) {
        this.schemaVersion = schemaVersion;
    }

    public L1 getL1() {
        return l1;
    }

    public L2 getL2() {
        return l2;
    }

    /** How long {@code NearCache} serves stale entries. */
    public Duration staleIfErrorOrDefault() {
        return (staleIfError != null) ? staleIfError : STALE_IF_ERROR;
    }

    /** The cache in the process. */
    public static final class L1 {

        /** Entries kept in the process, per region. */
        private Long maximumSize = 10_000L;

        /** How long an entry is served from the process. */
        private Duration ttl = Duration.ofSeconds(60);

        /** Share of the time by which an entry's own time is shortened at random. */
        private Double jitter = 0.1;

        /** Share of the TTL after which a read starts a reload in the background; zero for never. Unset: never for annotated methods, 0.8 for NearCache. */
        private @Nullable Double refreshAhead;

        public Long getMaximumSize() {
            return maximumSize;
        }

        public void setMaximumSize(Long maximumSize) {
            this.maximumSize = maximumSize;
        }

        public Duration getTtl() {
            return ttl;
        }

        public void setTtl(Duration ttl) {
            this.ttl = ttl;
        }

        public Double getJitter() {
            return jitter;
        }

        public void setJitter(Double jitter) {
            this.jitter = jitter;
        }

        public @Nullable Double getRefreshAhead() {
            return refreshAhead;
        }

        public void setRefreshAhead(@Nullable Double refreshAhead) {
            this.refreshAhead = refreshAhead;
        }

        /** When {@code NearCache} reloads. */
        public double refreshAheadOrDefault() {
            return (refreshAhead != null) ? refreshAhead : REFRESH_AHEAD;
        }
    }

    /** The cache in Couchbase. */
    public static final class L2 {

        /** Whether to keep values in Couchbase too. */
        private Boolean enabled = true;

        /** Expiry of a document in Couchbase, at least one second. */
        private Duration ttl = Duration.ofMinutes(10);

        /** How long a call that holds a stale value waits for a newer one; zero for not at all. */
        private Duration softTimeout = Duration.ofMillis(50);

        /** How long a call waits for one operation on Couchbase before it continues without. */
        private Duration hardTimeout = Duration.ofMillis(250);

        public Boolean getEnabled() {
            return enabled;
        }

        public void setEnabled(Boolean enabled) {
            this.enabled = enabled;
        }

        public Duration getTtl() {
            return ttl;
        }

        public void setTtl(Duration ttl) {
            this.ttl = ttl;
        }

        public Duration getSoftTimeout() {
            return softTimeout;
        }

        public void setSoftTimeout(Duration softTimeout) {
            this.softTimeout = softTimeout;
        }

        public Duration getHardTimeout() {
            return hardTimeout;
        }

        public void setHardTimeout(Duration hardTimeout) {
            this.hardTimeout = hardTimeout;
        }
    }
}
