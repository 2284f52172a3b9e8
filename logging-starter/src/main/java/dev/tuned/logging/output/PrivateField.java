/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNull;

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

    @SuppressWarnings("ImmutableEnumChecker") // Nothing of it can be set.
    private final @Nullable VarHandle found;

    PrivateField(String type, String field) {
        this.type = type;
        this.field = field;
        this.found = find(type, field);
    }

    /** A module that Logback is in does not let us, nor does a Logback that has no such field. */
    private static @Nullable VarHandle find(String type, String field) {
        try {
            Class<?> owner = Class.forName(type);
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                    .unreflectVarHandle(owner.getDeclaredField(field));
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return null;
        }
    }

    /** Whether it can be read and replaced. */
    public boolean isAccessible() {
        return found != null;
    }

    /** Returns the value of one that is accessible. */
    @Nullable
    Object get(Object owner) {
        return requireNonNull(found).get(owner);
    }

    void set(Object owner, @Nullable Object value) {
        requireNonNull(found).set(owner, value);
    }
}
