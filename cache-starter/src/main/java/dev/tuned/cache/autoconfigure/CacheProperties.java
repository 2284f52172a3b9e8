/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.nio.charset.StandardCharsets;
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
        @DefaultValue("true") boolean enabled,
        @DefaultValue("cache") String keyPrefix,
        @DefaultValue Couchbase couchbase,
        @DefaultValue Breaker breaker,
        @DefaultValue Invalidation invalidation,
        @DefaultValue @NestedConfigurationProperty RegionDefaults defaults,
        @DefaultValue Map<String, RegionProperties> regions) {

    /** Faster, the polling alone would be a load on Couchbase. */
    private static final Duration SHORTEST_POLL = Duration.ofMillis(10);

    /** Leaves room for the rest of a key within Couchbase's 250 bytes. */
    private static final int LONGEST_PREFIX = 100;

    public CacheProperties {
        checkKeyPrefix(keyPrefix);
        new RegionCheck("tuned.cache.defaults.").values(defaults.over(""));
        regions.forEach((name, region) -> {
            RegionSettings settings = region.over(defaults.over(name));
            RegionCheck check = new RegionCheck(prefix(name));
            check.values(settings);
            check.combination(region, settings);
        });
    }

    private static void checkKeyPrefix(String value) {
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > LONGEST_PREFIX) {
            throw new SettingsCheck("tuned.cache.")
                    .invalid(
                            "key-prefix",
                            value,
                            "a prefix has 1 to " + LONGEST_PREFIX + " bytes",
                            "a short name, like 'cache'");
        }
    }

    /** The settings of a region. */
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

        public Couchbase {
            SettingsCheck check = new SettingsCheck("tuned.cache.couchbase.");
            check.text("scope", scope, "_default");
            check.text("collection", collection, "_default");
        }
    }

    /**
     * When Couchbase is left alone for a while.
     *
     * @param failureThreshold Failures in a row after which Couchbase is not asked.
     * @param open How long Couchbase is not asked before one operation tries again.
     */
    public record Breaker(
            @DefaultValue("20") int failureThreshold,
            @DefaultValue("1s") Duration open) {

        public Breaker {
            SettingsCheck check = new SettingsCheck("tuned.cache.breaker.");
            check.between("failure-threshold", failureThreshold, 1, Integer.MAX_VALUE, "20");
            check.positive("open", open, "1s");
        }

        BreakerSettings settings() {
            return new BreakerSettings(failureThreshold, open);
        }
    }

    /**
     * How the other processes are notified of changes.
     *
     * @param mode Through Couchbase, not at all, or through the application's bean of type InvalidationChannel.
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

        public Invalidation {
            SettingsCheck check = new SettingsCheck("tuned.cache.invalidation.");
            check.atLeast("poll", poll, SHORTEST_POLL, "500ms");
            check.positive("gap-grace", gapGrace, "2s");
            check.notNegative("batch-window", batchWindow, "10ms");
            // The expiry of a document, which Couchbase counts in seconds.
            check.atLeast("retention", retention, Duration.ofSeconds(1), "5m");
            Duration needed = poll.plus(gapGrace);
            if (retention.compareTo(needed) <= 0) {
                throw check.invalid(
                        "retention",
                        SettingsCheck.text(retention),
                        "changes would be gone before every process has looked for them: poll and gap-grace take "
                                + SettingsCheck.text(needed),
                        "more than that, like 5m");
            }
        }

        /** Ways to notify other processes. */
        public enum Mode {

            /** A log of short-lived documents in the bucket; nothing where there is no bucket. */
            COUCHBASE,

            /** Other processes see a change when the TTL of their entry ends. */
            NONE,

            /** The bean of type {@link dev.tuned.cache.invalidation.InvalidationChannel}. */
            CUSTOM
        }

        LogSettings settings() {
            return new LogSettings(poll, retention, gapGrace, batchWindow);
        }
    }
}
