/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.reflect.Field;

import org.jspecify.annotations.Nullable;

/** The fields of Logback that are read or replaced, for want of an accessor; of exactly these classes, whose bytecode was read. */
public enum PrivateField {

    /** The stream of an appender. {@code setOutputStream} would close the one before, and have the encoder write a footer and a header. */
    STREAM("ch.qos.logback.core.OutputStreamAppender", "outputStream"),
    /** The lock under which it is used and replaced. */
    LOCK("ch.qos.logback.core.OutputStreamAppender", "streamWriteLock"),
    /** What has the filters of an appender. */
    FILTERS("ch.qos.logback.core.UnsynchronizedAppenderBase", "fai"),
    /** Their list. */
    FILTER_LIST("ch.qos.logback.core.spi.FilterAttachableImpl", "filterList");

    public final String type;
    public final String field;

    @SuppressWarnings("ImmutableEnumChecker") // Set once; a Field has setters.
    private final @Nullable Field found;

    PrivateField(String type, String field) {
        this.type = type;
        this.field = field;
        this.found = find(type, field);
    }

    /** A module that Logback is in does not let us, nor does a Logback that has no such field. */
    private static @Nullable Field find(String type, String field) {
        try {
            Field found = Class.forName(type).getDeclaredField(field);
            found.setAccessible(true);
            return found;
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return null;
        }
    }

    /** Whether it can be read and replaced. */
    public boolean isAccessible() {
        return found != null;
    }

    /** Returns the value. */
    @Nullable
    Object get(Object owner) {
        try {
            return field().get(owner);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(this + " cannot be read", ex);
        }
    }

    void set(Object owner, @Nullable Object value) {
        try {
            field().set(owner, value);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(this + " cannot be replaced", ex);
        }
    }

    private Field field() {
        if (found == null) {
            throw new IllegalStateException(type + " has no accessible field " + field);
        }
        return found;
    }
}
