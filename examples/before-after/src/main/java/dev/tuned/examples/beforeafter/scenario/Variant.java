/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The executables of the example service. */
public enum Variant {
    /** Spring Boot and nothing else. */
    STOCK,
    /** Code and configuration as the sources found them. */
    NAIVE,
    /** Stock plus the four starters. */
    TUNED;

    /** The name in options and results, such as {@code stock}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Variant> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(variant -> variant.label().equals(label))
                .findFirst();
    }
}
