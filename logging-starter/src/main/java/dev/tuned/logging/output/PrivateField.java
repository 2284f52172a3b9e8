/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.lang.reflect.Field;

import org.jspecify.annotations.Nullable;

/** The fields of Logback and Spring Boot that are read, for want of an accessor; of exactly these classes, whose source was read. */
public enum PrivateField {

    /** What has the appenders of a logger, if it has some. */
    ATTACHED("ch.qos.logback.classic.Logger", "aai"),
    /** Their list. */
    APPENDERS("ch.qos.logback.core.spi.AppenderAttachableImpl", "appenderList"),
    /** The first converter of a pattern. */
    HEAD("ch.qos.logback.core.pattern.PatternLayoutBase", "head"),
    /** The structured format of an encoder. */
    FORMATTER("org.springframework.boot.logging.logback.StructuredLogEncoder", "formatter");

    /** The class, which need not be there. */
    public final String type;

    public final String field;

    PrivateField(String type, String field) {
        this.type = type;
        this.field = field;
    }

    /** Returns the value; {@code null} also where there is no owner, or the field is not to be had. */
    public @Nullable Object of(@Nullable Object owner) {
        try {
            Field found = Class.forName(type).getDeclaredField(field);
            found.setAccessible(true);
            return owner == null ? null : found.get(owner);
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return null;
        }
    }
}
