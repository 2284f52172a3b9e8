/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

import java.lang.reflect.Field;

/** A type or a value cannot be kept in L2; the message names the type and, inside an object, the field. */
public final class NotStorableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean located;

    NotStorableException(String message) {
        this(message, false);
    }

    private NotStorableException(String message, boolean located) {
        super(message, null, false, false);
        this.located = located;
    }

    /** The same with the innermost field where it is. */
    NotStorableException at(Field field) {
        return located
                ? this
                : new NotStorableException(
                        field.getDeclaringClass().getName() + "." + field.getName() + ": " + getMessage(), true);
    }
}
