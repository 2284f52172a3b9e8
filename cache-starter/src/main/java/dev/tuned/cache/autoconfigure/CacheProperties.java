/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;
import java.util.Map;

import com.couchbase.client.core.msg.kv.DurabilityLevel;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

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
 * @param invalidation How the other processes hear of changes.
 * @param warmUp What the beans of type WarmUpSource may read after the start.
 * @param defaults What holds for every region that says nothing else.
 * @param regions Settings of single regions by name, with the keys of tuned.cache.defaults and value-type.
 */
@ConfigurationProperties("tuned.cache")
public record CacheProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("cache") String keyPrefix,
        @DefaultValue Couchbase couchbase,
        @DefaultValue Breaker breaker,
        @DefaultValue Invalidation invalidation,
        @DefaultValue WarmUp warmUp,
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
     * @param durability When a write counts as done: without waiting for replicas, or at one of Couchbase's durability levels.
     */
    public record Couchbase(
            @Nullable String bucket,
            @DefaultValue("_default") String scope,
            @DefaultValue("_default") String collection,
            @DefaultValue("none") DurabilityLevel durability) {}

    /**
     * When Couchbase is left alone for a while.
     *
     * @param failureThreshold Failures in a row after which Couchbase is not asked.
     * @param open How long Couchbase is not asked before one operation tries again.
     */
    public record Breaker(
            @DefaultValue("20") int failureThreshold,
            @DefaultValue("1s") Duration open) {

        BreakerSettings settings() {
            return new BreakerSettings(failureThreshold, open);
        }
    }

    /**
     * How the other processes hear of changes.
     *
     * @param mode Through Couchbase, not at all, or through the application's bean of type InvalidationChannel.
     * @param poll How often a process looks for what others changed.
     * @param retention How long a change can be read by the other processes.
     * @param gapGrace How long a change that was announced may be missing before it counts as lost.
     * @param batchWindow How long changes are gathered before they are told together; zero tells each at once.
     */
    public record Invalidation(
            @DefaultValue("couchbase") Mode mode,
            @DefaultValue("500ms") Duration poll,
            @DefaultValue("5m") Duration retention,
            @DefaultValue("2s") Duration gapGrace,
            @DefaultValue("10ms") Duration batchWindow) {

        /** The ways to tell. */
        public enum Mode {

            /** A log of short-lived documents in the bucket; nothing where there is no bucket. */
            COUCHBASE,

            /** Other processes see a change when their entry's time is over. */
            NONE,

            /** The bean of type {@link dev.tuned.cache.invalidation.InvalidationChannel}. */
            CUSTOM
        }

        LogSettings settings() {
            return new LogSettings(poll, retention, gapGrace, batchWindow);
        }
    }

    /**
     * What the beans of type WarmUpSource may read after the start.
     *
     * @param maximumKeys Keys read per source.
     * @param concurrency Keys loaded at the same time.
     * @param timeout How long the warm-up goes on at most.
     */
    public record WarmUp(
            @DefaultValue("10000") int maximumKeys,
            @DefaultValue("4") int concurrency,
            @DefaultValue("60s") Duration timeout) {}

    /**
     * What holds for every region that says nothing else.
     *
     * @param l1 The cache in the process.
     * @param l2 The cache in Couchbase.
     * @param staleIfError How long after its time an entry may still be served while it cannot be read anew; zero for never.
     * @param negativeTtl How long the null result of a method is kept; zero keeps none.
     * @param schemaVersion Part of the key in Couchbase. Raise it when the type of the values changes.
     * @param copyOnRead Whether to give each caller a copy of its own, made through JSON.
     * @param singleFlight One load for callers in several processes.
     */
    public record Defaults(
            @DefaultValue L1 l1,
            @DefaultValue L2 l2,
            @DefaultValue("10m") Duration staleIfError,
            @DefaultValue("5s") Duration negativeTtl,
            @DefaultValue("1") int schemaVersion,
            @DefaultValue("false") boolean copyOnRead,
            @DefaultValue SingleFlight singleFlight) {

        /**
         * The cache in the process.
         *
         * @param maximumSize Entries kept in the process, per region.
         * @param ttl How long an entry is served from the process.
         * @param jitter Share of the time by which an entry's own time is shortened at random.
         * @param refreshAhead Share of the time after which a read starts to read the entry anew in the background; zero for never.
         */
        public record L1(
                @DefaultValue("10000") long maximumSize,
                @DefaultValue("60s") Duration ttl,
                @DefaultValue("0.1") double jitter,
                @DefaultValue("0.8") double refreshAhead) {}

        /**
         * The cache in Couchbase.
         *
         * @param enabled Whether to keep values in Couchbase too.
         * @param ttl Expiry of a document in Couchbase, at least one second.
         * @param softTimeout How long a call that holds an outdated value waits for a newer one.
         * @param hardTimeout How long a call waits for one operation on Couchbase before it goes on without.
         * @param compressAbove Size of a document from which on it is compressed; zero for never.
         */
        public record L2(
                @DefaultValue("true") boolean enabled,
                @DefaultValue("10m") Duration ttl,
                @DefaultValue("50ms") Duration softTimeout,
                @DefaultValue("250ms") Duration hardTimeout,
                @DefaultValue("0B") DataSize compressAbove) {}

        /**
         * One load for callers in several processes.
         *
         * @param crossNode Whether processes that miss the same key agree on one that loads.
         * @param lease How long the others wait for it at most.
         */
        public record SingleFlight(
                @DefaultValue("false") boolean crossNode,
                @DefaultValue("2s") Duration lease) {}

        RegionSettings over(String name) {
            return new RegionSettings(
                    name,
                    new RegionSettings.Local(l1.maximumSize, l1.ttl, l1.jitter, l1.refreshAhead),
                    new RegionSettings.Remote(
                            l2.enabled, l2.ttl, l2.softTimeout, l2.hardTimeout, l2.compressAbove.toBytes(), null),
                    staleIfError,
                    negativeTtl,
                    null,
                    schemaVersion,
                    copyOnRead,
                    new RegionSettings.SingleFlight(singleFlight.crossNode, singleFlight.lease));
        }
    }
}
