/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** Looks for a throwable among those that caused another. */
public final class Causes {

    /** A chain of causes may be a circle. */
    private static final int MAX_DEPTH = 20;

    private Causes() {}

    /** The throwable itself or the first of its causes that is of the type, or null if there is none. */
    public static <T> @Nullable T find(@Nullable Throwable thrown, Class<T> type) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                .limit(MAX_DEPTH)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }
}
