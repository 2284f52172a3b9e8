/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Refuses values that cannot work, for the properties below one prefix. Bounds are inclusive. */
public record PropertyCheck(String prefix) {

    <T extends Comparable<T>> void between(String name, T value, T least, T most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidConfigurationPropertyValueException(
                    prefix + name, value, "it has to be between %s and %s".formatted(text(least), text(most)));
        }
    }

    /** For a duration of at least a millisecond. */
    public void upTo(String name, Duration value, Duration most) {
        between(name, value, Duration.ofMillis(1), most);
    }

    private static String text(Object bound) {
        return bound instanceof Duration duration ? duration.toMillis() + "ms" : bound.toString();
    }
}
