/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.StringUtils;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.LogSettings;

/** Refuses settings that cannot work, naming the property. */
record SettingsCheck(String prefix) {

    private static final Duration MAX = Duration.ofDays(365);

    /** Faster, the polling alone would be a load on Couchbase. */
    private static final Duration MIN_POLL = Duration.ofMillis(10);

    /** The unit of an expiry in Couchbase. */
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Duration POSITIVE = Duration.ofMillis(1);

    /** Leaves room for the rest of a key within Couchbase's 250 bytes. */
    static final int MAX_PREFIX_BYTES = 100;

    /**
     * Checks each value, and what has to go together.
     *
     * @throws InvalidConfigurationPropertyValueException for the first that cannot work
     */
    static void check(CacheProperties properties) {
        new SettingsCheck("tuned.cache.").all(properties);
        new SettingsCheck("tuned.cache.defaults.").region(properties.getDefaults());
        properties
                .getRegions()
                .forEach((name, region) -> new SettingsCheck(CacheProperties.prefix(name)).region(region));
    }

    private void all(CacheProperties properties) {
        String keyPrefix = properties.getKeyPrefix();
        if (keyPrefix != null) {
            int bytes = keyPrefix.getBytes(StandardCharsets.UTF_8).length;
            require(
                    bytes > 0 && bytes <= MAX_PREFIX_BYTES,
                    "key-prefix",
                    keyPrefix,
                    "a prefix has 1 to " + MAX_PREFIX_BYTES + " bytes");
        }
        notEmpty("couchbase.scope", properties.getCouchbase().getScope());
        notEmpty("couchbase.collection", properties.getCouchbase().getCollection());
        atLeast("breaker.failure-threshold", properties.getBreaker().getFailureThreshold(), 1);
        atLeast("breaker.open", properties.getBreaker().getOpen(), POSITIVE);
        LogSettings invalidation = properties.getInvalidation();
        atLeast("invalidation.poll", invalidation.poll(), MIN_POLL);
        atLeast("invalidation.gap-grace", invalidation.gapGrace(), POSITIVE);
        atLeast("invalidation.batch-window", invalidation.batchWindow(), Duration.ZERO);
        atLeast("invalidation.retention", invalidation.retention(), SECOND);
        Duration needed = invalidation.poll().plus(invalidation.gapGrace());
        require(
                invalidation.retention().compareTo(needed) > 0,
                "invalidation.retention",
                text(invalidation.retention()),
                "changes would be gone before every process has looked for them: poll and gap-grace take "
                        + text(needed));
    }

    private void region(RegionSettings settings) {
        atLeast("l1.maximum-size", settings.getL1().getMaximumSize(), 1);
        atLeast("l1.ttl", settings.getL1().getTtl(), POSITIVE);
        share("l1.jitter", settings.getL1().getJitter());
        share("l1.refresh-ahead", settings.getL1().refreshAheadOrDefault());
        atLeast("l2.ttl", settings.getL2().getTtl(), SECOND);
        atLeast("l2.soft-timeout", settings.getL2().getSoftTimeout(), Duration.ZERO);
        atLeast("l2.hard-timeout", settings.getL2().getHardTimeout(), POSITIVE);
        atLeast("stale-if-error", settings.staleIfErrorOrDefault(), Duration.ZERO);
        atLeast("negative-ttl", settings.getNegativeTtl(), Duration.ZERO);
        atLeast("schema-version", settings.getSchemaVersion(), 0);
    }

    private void atLeast(String name, Duration value, Duration least) {
        require(
                value.compareTo(least) >= 0 && value.compareTo(MAX) <= 0,
                name,
                text(value),
                "it must be between " + text(least) + " and " + text(MAX));
    }

    private void atLeast(String name, long value, long least) {
        require(value >= least, name, value, "it must be " + least + " or more");
    }

    private void share(String name, double value) {
        // NaN is refused, too.
        require(value >= 0 && value < 1, name, value, "it is a share, from 0 to below 1");
    }

    private void notEmpty(String name, String value) {
        require(StringUtils.hasText(value), name, value, "it must not be empty");
    }

    private void require(boolean holds, String name, Object value, String otherwise) {
        if (!holds) {
            throw new InvalidConfigurationPropertyValueException(prefix + name, value, otherwise);
        }
    }

    /** As one would write it in a property. */
    static String text(Duration value) {
        if (value.toNanosPart() % 1_000_000 != 0) {
            return value.toNanos() + "ns";
        }
        if (value.toMillisPart() != 0) {
            return value.toMillis() + "ms";
        }
        long seconds = value.toSeconds();
        if (seconds != 0 && seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        return (seconds > 60 && seconds % 60 == 0) ? seconds / 60 + "m" : seconds + "s";
    }
}
