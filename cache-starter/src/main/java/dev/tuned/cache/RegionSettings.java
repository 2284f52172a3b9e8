/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of one region, and what holds for every region that says nothing else.
 *
 * @param l1 The cache in the process.
 * @param l2 The cache in Couchbase.
 * @param staleIfError How long after its TTL an entry may still be served while it cannot be reloaded; zero for never. Unset: never for annotated methods, 10m for NearCache.
 * @param negativeTtl How long the null result of a method is kept; zero keeps none.
 * @param schemaVersion Part of what identifies the type in Couchbase. Raise it when values mean something else although their type has the same fields.
 */
public record RegionSettings(
        @DefaultValue L1 l1,
        @DefaultValue L2 l2,
        @Nullable Duration staleIfError,
        @DefaultValue("5s") Duration negativeTtl,
        @DefaultValue("1") Integer schemaVersion) {

    /** What holds where no property says anything. */
    public static final RegionSettings DEFAULTS = new RegionSettings(
            new L1(10_000L, Duration.ofSeconds(60), 0.1, null),
            new L2(true, Duration.ofMinutes(10), Duration.ofMillis(50), Duration.ofMillis(250)),
            null,
            Duration.ofSeconds(5),
            1);

    private static final double REFRESH_AHEAD = 0.8;
    private static final Duration STALE_IF_ERROR = Duration.ofMinutes(10);

    /**
     * The cache in the process.
     *
     * @param maximumSize Entries kept in the process, per region.
     * @param ttl How long an entry is served from the process.
     * @param jitter Share of the time by which an entry's own time is shortened at random.
     * @param refreshAhead Share of the TTL after which a read starts a reload in the background; zero for never. Unset: never for annotated methods, 0.8 for NearCache.
     */
    public record L1(
            @DefaultValue("10000") Long maximumSize,
            @DefaultValue("60s") Duration ttl,
            @DefaultValue("0.1") Double jitter,
            @Nullable Double refreshAhead) {

        /** When {@code NearCache} reloads. */
        public double refreshAheadOrDefault() {
            return (refreshAhead != null) ? refreshAhead : REFRESH_AHEAD;
        }
    }

    /**
     * The cache in Couchbase.
     *
     * @param enabled Whether to keep values in Couchbase too.
     * @param ttl Expiry of a document in Couchbase, at least one second.
     * @param softTimeout How long a call that holds a stale value waits for a newer one; zero for not at all.
     * @param hardTimeout How long a call waits for one operation on Couchbase before it continues without.
     */
    public record L2(
            @DefaultValue("true") Boolean enabled,
            @DefaultValue("10m") Duration ttl,
            @DefaultValue("50ms") Duration softTimeout,
            @DefaultValue("250ms") Duration hardTimeout) {}

    /** How long {@code NearCache} serves stale entries. */
    public Duration staleIfErrorOrDefault() {
        return (staleIfError != null) ? staleIfError : STALE_IF_ERROR;
    }
}
