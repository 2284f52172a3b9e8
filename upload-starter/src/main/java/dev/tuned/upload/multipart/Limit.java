/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

/**
 * A bound and where it is set.
 *
 * @param value bytes or a count, according to what is bounded; negative for no limit
 * @param property property or annotation to change when the bound is too low
 */
public record Limit(long value, String property) {

    /** Whether that much is too much. */
    public boolean isExceededBy(long actual) {
        return value >= 0 && actual > value;
    }
}
