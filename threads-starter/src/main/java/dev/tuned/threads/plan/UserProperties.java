/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Checks properties as the user has set them. */
public final class UserProperties {

    private UserProperties() {}

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
