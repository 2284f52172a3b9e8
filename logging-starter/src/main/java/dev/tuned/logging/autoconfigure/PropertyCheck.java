/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;

import org.springframework.util.unit.DataSize;

/** Refuses values that cannot work, for the properties below one prefix. Bounds are inclusive. */
public record PropertyCheck(String prefix) {

    void between(String name, int value, int least, int most, String remark) {
        if (value < least || value > most) {
            throw invalid(name, value, "number", String.valueOf(least), String.valueOf(most), remark);
        }
    }

    void between(String name, DataSize value, DataSize least, DataSize most, String remark) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw invalid(
                    name,
                    value,
                    "size",
                    least.toKilobytes() == 0 ? least.toBytes() + "B" : least.toKilobytes() + "KB",
                    most.toMegabytes() + "MB",
                    remark);
        }
    }

    /** For a duration of at least a millisecond. */
    public void upTo(String name, Duration value, Duration most) {
        if (value.toMillis() < 1 || value.compareTo(most) > 0) {
            throw invalid(name, value, "duration", "1ms", most.toSeconds() + "s", "200ms or 1s for example");
        }
    }

    private InvalidLoggingConfigurationException invalid(
            String name, Object value, String kind, String least, String most, String remark) {
        return new InvalidLoggingConfigurationException(
                prefix + name,
                value,
                "it is not between %s and %s".formatted(least, most),
                "Set %s to a %s from %s to %s; %s.".formatted(prefix + name, kind, least, most, remark));
    }
}
