/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.cache.RegionSettings;

/**
 * What one region says; the rest comes from the defaults.
 *
 * @param l1 The cache in the process.
 * @param l2 The cache in Couchbase.
 * @param staleIfError How long after its TTL an entry may still be served while it cannot be reloaded; zero for never.
 * @param negativeTtl How long the null result of a method is kept; zero keeps none.
 * @param schemaVersion Part of what identifies the type in Couchbase. Raise it when values mean something else although their type has the same fields.
 * @param taskDecorator Name of the TaskDecorator bean that wraps loads in the background, to carry over what they need of their caller's thread. Without it, all beans of that type do.
 * @param valueType Java type of the values in Couchbase, for example com.acme.Product or java.util.List<com.acme.Product>.
 */
public record RegionProperties(
        @DefaultValue L1 l1,
        @DefaultValue L2 l2,
        @Nullable Duration staleIfError,
        @Nullable Duration negativeTtl,
        @Nullable Integer schemaVersion,
        @Nullable String taskDecorator,
        @Nullable String valueType) {

    /**
     * The cache in the process.
     *
     * @param maximumSize Entries kept in the process.
     * @param ttl How long an entry is served from the process.
     * @param jitter Share of the time by which an entry's own time is shortened at random.
     * @param refreshAhead Share of the TTL after which a read starts a reload in the background; zero for never.
     */
    public record L1(
            @Nullable Long maximumSize,
            @Nullable Duration ttl,
            @Nullable Double jitter,
            @Nullable Double refreshAhead) {

        private RegionSettings.L1 over(RegionSettings.L1 base) {
            return new RegionSettings.L1(
                    either(maximumSize, base.maximumSize()),
                    either(ttl, base.ttl()),
                    either(jitter, base.jitter()),
                    (refreshAhead != null) ? refreshAhead : base.refreshAhead());
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
            @Nullable Boolean enabled,
            @Nullable Duration ttl,
            @Nullable Duration softTimeout,
            @Nullable Duration hardTimeout) {

        private RegionSettings.L2 over(RegionSettings.L2 base) {
            return new RegionSettings.L2(
                    either(enabled, base.enabled()),
                    either(ttl, base.ttl()),
                    either(softTimeout, base.softTimeout()),
                    either(hardTimeout, base.hardTimeout()));
        }
    }

    RegionSettings over(RegionSettings base) {
        return new RegionSettings(
                l1.over(base.l1()),
                l2.over(base.l2()),
                (staleIfError != null) ? staleIfError : base.staleIfError(),
                either(negativeTtl, base.negativeTtl()),
                either(schemaVersion, base.schemaVersion()));
    }

    private static <T> T either(@Nullable T own, T base) {
        return (own != null) ? own : base;
    }
}
