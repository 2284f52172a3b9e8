/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

/** A value of a {@code tuned.logging} property that cannot be used. */
final class InvalidLoggingConfigurationException extends RuntimeException {

    private final String property;
    private final String value;
    private final String reason;
    private final String action;

    InvalidLoggingConfigurationException(String property, Object value, String reason, String action) {
        super("%s=%s: %s".formatted(property, value, reason));
        this.property = property;
        this.value = String.valueOf(value);
        this.reason = reason;
        this.action = action;
    }

    String property() {
        return property;
    }

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
