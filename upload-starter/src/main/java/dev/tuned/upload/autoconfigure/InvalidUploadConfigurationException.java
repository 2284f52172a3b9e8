/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

/** Thrown at start-up when a property of the upload starter has a value that cannot work. */
final class InvalidUploadConfigurationException extends RuntimeException {

    private final String property;

    private final String value;

    private final String reason;

    private final String action;

    InvalidUploadConfigurationException(String property, String value, String reason, String action) {
        super("Property '%s' has the value '%s': %s".formatted(property, value, reason));
        this.property = property;
        this.value = value;
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
