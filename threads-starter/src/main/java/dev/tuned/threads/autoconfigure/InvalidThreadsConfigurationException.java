/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

/** A property of the threads starter has a value that cannot be used. */
final class InvalidThreadsConfigurationException extends RuntimeException {

    private final String action;

    InvalidThreadsConfigurationException(String property, String value, String reason, String action) {
        super("The value '%s' of %s %s.".formatted(value, property, reason));
        this.action = action;
    }

    /** What to write instead. */
    String action() {
        return this.action;
    }
}
