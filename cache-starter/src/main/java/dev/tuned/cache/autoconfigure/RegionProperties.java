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
 * @param negativeTtl How long the null result of a method is kept; zero keeps none.
 * @param schemaVersion Part of the key in Couchbase. Raise it when the type of the values changes.
 * @param valueType Java type of the values in Couchbase, for example com.acme.Product or java.util.List<com.acme.Product>.
 */
public record RegionProperties(
        @DefaultValue Local l1,
        @DefaultValue Remote l2,
        @Nullable Duration negativeTtl,
        @Nullable Integer schemaVersion,
        @Nullable String valueType) {

    /**
     * The cache in the process.
     *
     * @param maximumSize Entries kept in the process.
     * @param ttl How long an entry is served from the process.
     */
    public record Local(
            @Nullable Long maximumSize, @Nullable Duration ttl) {}

    /**
     * The cache in Couchbase.
     *
     * @param enabled Whether to keep values in Couchbase too.
     * @param ttl Expiry of a document in Couchbase, at least one second.
     * @param hardTimeout How long a call waits for one operation on Couchbase before it goes on without.
     */
    public record Remote(
            @Nullable Boolean enabled,
            @Nullable Duration ttl,
            @Nullable Duration hardTimeout) {}

    RegionSettings over(RegionSettings base) {
        return new RegionSettings(
                base.name(),
                either(l1.maximumSize, base.maximumSize()),
                either(l1.ttl, base.localTtl()),
                either(l2.enabled, base.remote()),
                either(l2.ttl, base.remoteTtl()),
                either(l2.hardTimeout, base.hardTimeout()),
                either(negativeTtl, base.negativeTtl()),
                valueType,
                either(schemaVersion, base.schemaVersion()));
    }

    private static <T> T either(@Nullable T own, T base) {
        return (own != null) ? own : base;
    }
}
