/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;

import org.springframework.util.StringUtils;

/** Refuses values that cannot work, naming the property by which they came. */
public final class SettingsCheck {

    private static final Duration LONGEST = Duration.ofDays(365);

    private final String prefix;

    SettingsCheck(String prefix) {
        this.prefix = prefix;
    }

    void positive(String name, Duration value, String example) {
        atLeast(name, value, Duration.ofMillis(1), example);
    }

    void notNegative(String name, Duration value, String example) {
        atLeast(name, value, Duration.ZERO, example);
    }

    void atLeast(String name, Duration value, Duration least, String example) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw invalid(
                    name,
                    text(value),
                    "it must be between " + text(least) + " and " + text(LONGEST),
                    "a duration in this range, like " + example);
        }
    }

    void between(String name, long value, long least, long most, String example) {
        if (value < least || value > most) {
            String range = (most == Long.MAX_VALUE || most == Integer.MAX_VALUE)
                    ? "it must be " + least + " or more"
                    : "it must be between " + least + " and " + most;
            throw invalid(name, value, range, "a number in this range, like " + example);
        }
    }

    /** A part of something: not all of it. */
    void share(String name, double value, String example) {
        // Written this way round, NaN is refused, too.
        if (!(value >= 0 && value < 1)) {
            throw invalid(name, value, "it is a share, from 0 to below 1", "a number in this range, like " + example);
        }
    }

    void wholeOrShare(String name, double value, String example) {
        if (!(value >= 0 && value <= 1)) {
            throw invalid(name, value, "it is a share, from 0 to 1", "a number in this range, like " + example);
        }
    }

    void text(String name, String value, String example) {
        if (!StringUtils.hasText(value)) {
            throw invalid(name, value, "it must not be empty", "a name, like '" + example + "'");
        }
    }

    InvalidCacheConfigurationException invalid(String name, Object value, String reason, String instead) {
        return new InvalidCacheConfigurationException(
                prefix + name, value, reason, "Set " + prefix + name + " to " + instead + '.');
    }

    /** As one would write it in a property. */
    public static String text(Duration value) {
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
