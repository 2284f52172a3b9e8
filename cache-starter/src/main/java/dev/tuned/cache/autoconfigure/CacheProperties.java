/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.LogSettings;
import dev.tuned.cache.store.BreakerSettings;

/**
 * Settings of the cache starter.
 *
 * @param enabled Whether to enable the starter.
 * @param keyPrefix First part of the key of every document in Couchbase.
 * @param couchbase Where the documents are kept.
 * @param breaker When Couchbase is left alone for a while.
 * @param invalidation How the other processes are notified of changes.
 * @param defaults What holds for every region that says nothing else.
 * @param regions Settings of single regions by name, with the keys of tuned.cache.defaults and value-type.
 */
@ConfigurationProperties("tuned.cache")
public record CacheProperties(
        @DefaultValue("true") Boolean enabled,
        @DefaultValue("cache") String keyPrefix,
        @DefaultValue Couchbase couchbase,
        @DefaultValue @NestedConfigurationProperty BreakerSettings breaker,
        @DefaultValue Invalidation invalidation,
        @DefaultValue @NestedConfigurationProperty RegionSettings defaults,
        @DefaultValue Map<String, RegionProperties> regions) {

    /** The settings of a region. */
    RegionSettings settings(String name) {
        RegionProperties region = regions.get(name);
        return (region != null) ? region.over(defaults) : defaults;
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
     * @param durability When a write counts as done: without waiting for replicas, or at one of Couchbase's durability levels.
     */
    public record Couchbase(
            @Nullable String bucket,
            @DefaultValue("_default") String scope,
            @DefaultValue("_default") String collection,
            @DefaultValue("none") Durability durability) {

        /** Couchbase's durability levels, by their names. */
        public enum Durability {

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

    /**
     * How the other processes are notified of changes.
     *
     * @param mode Through Couchbase, or not at all. A bean of type InvalidationChannel takes Couchbase's place.
     * @param poll How often a process looks for what others changed.
     * @param retention How long a change can be read by the other processes.
     * @param gapGrace How long a change that was announced may be missing before it counts as lost.
     * @param batchWindow How long changes are gathered before they are sent together; zero sends each at once.
     */
    public record Invalidation(
            @DefaultValue("couchbase") Mode mode,
            @DefaultValue("500ms") Duration poll,
            @DefaultValue("5m") Duration retention,
            @DefaultValue("2s") Duration gapGrace,
            @DefaultValue("10ms") Duration batchWindow) {

        /** Ways to notify other processes. */
        public enum Mode {

            /** A log of short-lived documents in the bucket; nothing where there is no bucket. */
            COUCHBASE,

            /** Other processes see a change when the TTL of their entry ends. */
            NONE
        }

        LogSettings settings() {
            return new LogSettings(poll, retention, gapGrace, batchWindow);
        }
    }
}
