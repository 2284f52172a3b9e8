/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.reflect.Field;

import org.jspecify.annotations.Nullable;

/** A field of Logback's or Spring Boot's that has no accessor. Each has a hint for native images. */
public final class LogbackField {

    private LogbackField() {}

    /** Returns its value; {@code null} also where there is no owner, or the field is not to be had. */
    public static @Nullable Object get(Class<?> type, String name, @Nullable Object owner) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(owner);
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return null;
        }
    }
}
