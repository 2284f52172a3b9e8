/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import dev.tuned.cache.RegionSettings;

/** Refuses values that cannot work, naming the property by which they came. */
final class SettingsCheck {

    /** Leaves room for the rest of a key within Couchbase's 250 bytes. */
    private static final int LONGEST_PREFIX = 100;

    private static final Duration LONGEST = Duration.ofDays(365);

    private final String prefix;

    SettingsCheck(String prefix) {
        this.prefix = prefix;
    }

    void keyPrefix(String value) {
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > LONGEST_PREFIX) {
            throw invalid(
                    "key-prefix",
                    value,
                    "a prefix has 1 to " + LONGEST_PREFIX + " bytes",
                    "a short name, like 'cache'");
        }
    }

    void values(RegionSettings settings) {
        if (settings.local().maximumSize() < 1) {
            throw invalid(
                    "l1.maximum-size",
                    settings.local().maximumSize(),
                    "L1 keeps at least one entry",
                    "1 or more, like 10000");
        }
        atLeast("l1.ttl", settings.local().ttl(), Duration.ofMillis(1), "60s");
        atLeast("l2.ttl", settings.remote().ttl(), Duration.ofSeconds(1), "10m");
        atLeast("l2.hard-timeout", settings.remote().hardTimeout(), Duration.ofMillis(1), "250ms");
        atLeast("negative-ttl", settings.negativeTtl(), Duration.ZERO, "5s");
        if (settings.schemaVersion() < 0) {
            throw invalid("schema-version", settings.schemaVersion(), "a version is not negative", "0 or more, like 1");
        }
    }

    private void atLeast(String name, Duration value, Duration least, String example) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw invalid(
                    name,
                    text(value),
                    "it must be between " + text(least) + " and " + text(LONGEST),
                    "a duration in this range, like " + example);
        }
    }

    private InvalidCacheConfigurationException invalid(String name, Object value, String reason, String instead) {
        return new InvalidCacheConfigurationException(
                prefix + name, value, reason, "Set " + prefix + name + " to " + instead + '.');
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
