/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/** Refuses values that cannot work, for the properties below one prefix. Bounds are inclusive. */
public record PropertyCheck(String prefix) {

    void between(String name, int value, int least, int most, String remark) {
        if (value < least || value > most) {
            throw invalid(name, value, "a number from %d to %d; %s".formatted(least, most, remark));
        }
    }

    void between(String name, DataSize value, DataSize least, DataSize most, String remark) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw invalid(name, value, "a size from %s to %dMB; %s".formatted(least, most.toMegabytes(), remark));
        }
    }

    /** For a duration of at least a millisecond. */
    public void upTo(String name, Duration value, Duration most) {
        if (value.toMillis() < 1 || value.compareTo(most) > 0) {
            throw invalid(name, value, "a duration from 1ms to %ds, 200ms for example".formatted(most.toSeconds()));
        }
    }

    private InvalidConfigurationPropertyValueException invalid(String name, Object value, String what) {
        return new InvalidConfigurationPropertyValueException(prefix + name, value, "it has to be " + what);
    }
}
