/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Collections;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.LogSettings;
import dev.tuned.cache.store.BreakerSettings;

/** Settings of the cache starter. */
@ConfigurationProperties("tuned.cache")
final class CacheProperties {

    /** Whether to enable the starter. */
    private Boolean enabled = true;

    /** First part of the key of every document in Couchbase. Unset: cache and the name in spring.application.name; without either there is no L2. */
    private @Nullable String keyPrefix;

    private final Couchbase couchbase = new Couchbase();

    @NestedConfigurationProperty
    private BreakerSettings breaker = BreakerSettings.DEFAULTS;

    @NestedConfigurationProperty
    private LogSettings invalidation = LogSettings.DEFAULTS;

    @NestedConfigurationProperty
    private RegionSettings defaults = RegionSettings.DEFAULTS;

    /** Settings of single regions by name, with the keys of tuned.cache.defaults and value-type. */
    private Map<String, RegionProperties> regions = Map.of();

    /** The settings of a region. */
    RegionSettings settings(String name) {
        RegionProperties region = regions.get(name);
        return (region != null) ? region.over(defaults) : defaults;
    }

    /** The properties of a region; a name with other characters than these needs brackets. */
    static String prefix(String region) {
        return "tuned.cache.regions." + (region.matches("[a-zA-Z0-9-]+") ? region : "[" + region + "]") + '.';
    }

    public Boolean getEnabled() {
        return enabled;
    }

    public void setEnabled(Boolean enabled) {
        this.enabled = enabled;
    }

    public @Nullable String getKeyPrefix() {
        return keyPrefix;
    }

    public void setKeyPrefix(@Nullable String keyPrefix) {
        this.keyPrefix = keyPrefix;
    }

    public Couchbase getCouchbase() {
        return couchbase;
    }

    public BreakerSettings getBreaker() {
        return breaker;
    }

    public void setBreaker(BreakerSettings breaker) {
        this.breaker = breaker;
    }

    public LogSettings getInvalidation() {
        return invalidation;
    }

    public void setInvalidation(LogSettings invalidation) {
        this.invalidation = invalidation;
    }

    public RegionSettings getDefaults() {
        return defaults;
    }

    public void setDefaults(RegionSettings defaults) {
        this.defaults = defaults;
    }

    public Map<String, RegionProperties> getRegions() {
        return regions;
    }

    public void setRegions(Map<String, RegionProperties> regions) {
        this.regions = Collections.unmodifiableMap(regions);
    }

    /** Where the documents are kept. */
    static final class Couchbase {

        /** Bucket that keeps the documents. Falls back to spring.data.couchbase.bucket-name; without either there is no L2. */
        private @Nullable String bucket;

        /** Scope that keeps the documents. */
        private String scope = "_default";

        /** Collection that keeps the documents. */
        private String collection = "_default";

        /** When a write counts as done: without waiting for replicas, or at one of Couchbase's durability levels. */
        private Durability durability = Durability.NONE;

        public @Nullable String getBucket() {
            return bucket;
        }

        public void setBucket(@Nullable String bucket) {
            this.bucket = bucket;
        }

        public String getScope() {
            return scope;
        }

        public void setScope(String scope) {
            this.scope = scope;
        }

        public String getCollection() {
            return collection;
        }

        public void setCollection(String collection) {
            this.collection = collection;
        }

        public Durability getDurability() {
            return durability;
        }

        public void setDurability(Durability durability) {
            this.durability = durability;
        }

        /** Couchbase's durability levels, by their names. */
        enum Durability {

            /** The active node has it in memory. */
            NONE,

            /** A majority of the nodes have it in memory. */
            MAJORITY,

            /** A majority have it in memory, the active node on disk. */
            MAJORITY_AND_PERSIST_TO_ACTIVE,

            /** A majority have it on disk. */
            PERSIST_TO_MAJORITY
        }
    }
}
