/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

/** A property of the threads starter has a value that cannot be used. */
public final class InvalidThreadsConfigurationException extends RuntimeException {

    private final String action;

    /**
     * @param property name of the property
     * @param value what it is
     * @param reason why that cannot be used; follows the name in a sentence
     * @param action what to write instead
     */
    public InvalidThreadsConfigurationException(String property, String value, String reason, String action) {
        this("The value '%s' of %s %s.".formatted(value, property, reason), action);
    }

    InvalidThreadsConfigurationException(String description, String action) {
        super(description);
        this.action = action;
    }

    /** What to write instead. */
    String action() {
        return this.action;
    }
}
