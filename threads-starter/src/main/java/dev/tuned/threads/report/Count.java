/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * A number that a meter shows. Does not depend on Micrometer, which applications need not have.
 *
 * @param meter its name, after {@code tuned.threads.}
 * @param tag name of its tag; null for none
 * @param value value of its tag
 * @param total whether it counts since the start, and only rises
 * @param number read whenever the meter is read, from any thread
 */
public record Count(
        String meter, String description, @Nullable String tag, String value, boolean total, LongSupplier number) {

    /** A number that rises and falls. */
    public static Count now(String meter, String description, LongSupplier number) {
        return new Count(meter, description, null, "", false, number);
    }

    /** A number since the start, which only rises. */
    public static Count total(String meter, String description, LongSupplier number) {
        return new Count(meter, description, null, "", true, number);
    }

    public Count tagged(String tag, String value) {
        return new Count(meter, description, tag, value, total, number);
    }

    /** Last part of the meter's name, by which the endpoint shows the number. */
    public String key() {
        return meter.substring(meter.lastIndexOf('.') + 1);
    }
}
