/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import org.jspecify.annotations.Nullable;

/** Thrown at start-up when a handler of uploads is declared in a way that cannot work. */
@SuppressWarnings("serial")
final class InvalidUploadHandlerException extends RuntimeException {

    private final String action;

    InvalidUploadHandlerException(String message, String action, @Nullable Throwable cause) {
        super(message, cause);
        this.action = action;
    }

    String action() {
        return action;
    }
}
