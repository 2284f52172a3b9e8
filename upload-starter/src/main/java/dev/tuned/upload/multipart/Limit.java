/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import dev.tuned.upload.UploadFailure.Reason;

/**
 * A bound, and the property that sets it: the parser finds the failure, and the log says what to change.
 *
 * @param value bytes or a count, according to what is bounded; negative for no limit
 * @param property property or annotation to change when the bound is too low
 */
public record Limit(long value, String property) {

    /**
     * Fails if a body has more.
     *
     * @param message of the failure, with {@code %1$s} for what the body has and {@code %2$s} for the limit
     */
    public void check(long actual, Reason reason, String message) throws BodyException {
        if (isExceededBy(actual)) {
            throw new BodyException(reason, message.formatted(actual, value), this, actual);
        }
    }

    /** Whether that much is more than the limit. */
    public boolean isExceededBy(long actual) {
        return value >= 0 && actual > value;
    }
}
