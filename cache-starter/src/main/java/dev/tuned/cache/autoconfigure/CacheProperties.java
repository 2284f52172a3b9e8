/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.cache.RegionSettings;

/**
 * Settings of the cache starter.
 *
 * @param enabled Whether to enable the starter.
 * @param keyPrefix First part of the key of every document in Couchbase.
 * @param couchbase Where the documents are kept.
 * @param defaults What holds for every region that says nothing else.
 * @param regions Settings of single regions by name, with the keys of tuned.cache.defaults and value-type.
 */
@ConfigurationProperties("tuned.cache")
public record CacheProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("cache") String keyPrefix,
        @DefaultValue Couchbase couchbase,
        @DefaultValue Defaults defaults,
        @DefaultValue Map<String, RegionProperties> regions) {

    public CacheProperties {
        new SettingsCheck("tuned.cache.").keyPrefix(keyPrefix);
        new SettingsCheck("tuned.cache.defaults.").values(defaults.over(""));
        for (Map.Entry<String, RegionProperties> region : regions.entrySet()) {
            new SettingsCheck(prefix(region.getKey())).values(region.getValue().over(defaults.over(region.getKey())));
        }
    }

    /** What is in force for a region. */
    RegionSettings settings(String name) {
        RegionSettings settings = defaults.over(name);
        RegionProperties region = regions.get(name);
        return (region != null) ? region.over(settings) : settings;
    }

    /** The properties of a region; a name with other characters than these needs brackets. */
    static String prefix(String region) {
        return "tuned.cache.regions." + (region.matches("[a-zA-Z0-9-]+") ? region : "[" + region + "]") + '.';
    }

    /**
     * Where the documents are kept.
     *
     * @param bucket Bucket that keeps the documents. Falls back to spring.data.couchbase.bucket-name; without either there is no L2.
     * @param scope Scope that keeps the documents.
     * @param collection Collection that keeps the documents.
     */
    public record Couchbase(
            @Nullable String bucket,
            @DefaultValue("_default") String scope,
            @DefaultValue("_default") String collection) {}

    /**
     * What holds for every region that says nothing else.
     *
     * @param l1 The cache in the process.
     * @param l2 The cache in Couchbase.
     * @param negativeTtl How long the null result of a method is kept; zero keeps none.
     * @param schemaVersion Part of the key in Couchbase. Raise it when the type of the values changes.
     */
    public record Defaults(
            @DefaultValue L1 l1,
            @DefaultValue L2 l2,
            @DefaultValue("5s") Duration negativeTtl,
            @DefaultValue("1") int schemaVersion) {

        /**
         * The cache in the process.
         *
         * @param maximumSize Entries kept in the process, per region.
         * @param ttl How long an entry is served from the process.
         */
        public record L1(
                @DefaultValue("10000") long maximumSize,
                @DefaultValue("60s") Duration ttl) {}

        /**
         * The cache in Couchbase.
         *
         * @param enabled Whether to keep values in Couchbase too.
         * @param ttl Expiry of a document in Couchbase, at least one second.
         * @param hardTimeout How long a call waits for one operation on Couchbase before it goes on without.
         */
        public record L2(
                @DefaultValue("true") boolean enabled,
                @DefaultValue("10m") Duration ttl,
                @DefaultValue("250ms") Duration hardTimeout) {}

        RegionSettings over(String name) {
            return new RegionSettings(
                    name, l1.maximumSize, l1.ttl, l2.enabled, l2.ttl, l2.hardTimeout, negativeTtl, null, schemaVersion);
        }
    }
}
