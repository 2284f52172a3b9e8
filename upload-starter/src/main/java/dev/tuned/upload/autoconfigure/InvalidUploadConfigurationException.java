/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

/** Thrown at start-up when a property of the upload starter has a value that cannot work. */
public final class InvalidUploadConfigurationException extends RuntimeException {

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

    /** Returns the name of the property. */
    public String getProperty() {
        return property;
    }

    /** Returns the value that cannot work. */
    public String getValue() {
        return value;
    }

    /** Returns why it cannot work. */
    public String getReason() {
        return reason;
    }

    /** Returns what to write instead. */
    public String getAction() {
        return action;
    }
}
