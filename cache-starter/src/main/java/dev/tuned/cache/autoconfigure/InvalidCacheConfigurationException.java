/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.jspecify.annotations.Nullable;

/** A value under {@code tuned.cache} that cannot work. */
final class InvalidCacheConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String property;
    private final @Nullable String value;
    private final String reason;
    private final String action;

    InvalidCacheConfigurationException(String property, @Nullable Object value, String reason, String action) {
        super("%s=%s: %s".formatted(property, value, reason));
        this.property = property;
        this.value = (value != null) ? value.toString() : null;
        this.reason = reason;
        this.action = action;
    }

    String property() {
        return property;
    }

    @Nullable
    String value() {
        return value;
    }

    String reason() {
        return reason;
    }

    String action() {
        return action;
    }
}
