/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/** Looks at properties as the user has set them. */
public final class UserProperties {

    private UserProperties() {}

    /** Those of the properties that are set. */
    public static List<String> set(List<String> properties, Environment environment) {
        return properties.stream().filter(environment::containsProperty).toList();
    }

    /**
     * Refuses a value that cannot be used.
     *
     * @param reason what is wrong, and what to write
     * @throws InvalidConfigurationPropertyValueException if it is not valid
     */
    public static void check(boolean valid, String property, @Nullable Object value, String reason) {
        if (!valid) {
            throw new InvalidConfigurationPropertyValueException(property, value, reason);
        }
    }
}
