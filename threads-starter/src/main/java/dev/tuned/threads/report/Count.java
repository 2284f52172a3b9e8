/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.function.DoubleSupplier;

import org.jspecify.annotations.Nullable;

/**
 * A number that a meter shows. Knows nothing of Micrometer, which applications need not have.
 *
 * @param meter its name, after {@code tuned.threads.}
 * @param unit what is counted, such as {@code bytes}; null where the meter's name says it
 * @param tag name of its tag; null for none
 * @param value of its tag
 * @param total whether it is since the start, and only grows, rather than now
 * @param number asked for whenever the meter is read, from any thread
 */
public record Count(
        String meter,
        String description,
        @Nullable String unit,
        @Nullable String tag,
        String value,
        boolean total,
        DoubleSupplier number) {

    /** How many there are now. */
    public static Count now(String meter, String description, DoubleSupplier number) {
        return new Count(meter, description, null, null, "", false, number);
    }

    /** How many there were since the start. */
    public static Count total(String meter, String description, DoubleSupplier number) {
        return new Count(meter, description, null, null, "", true, number);
    }

    public Count in(String unit) {
        return new Count(meter, description, unit, tag, value, total, number);
    }

    public Count tagged(String tag, String value) {
        return new Count(meter, description, unit, tag, value, total, number);
    }
}
