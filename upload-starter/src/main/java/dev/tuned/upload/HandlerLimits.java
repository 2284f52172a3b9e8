/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.lang.reflect.Method;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.unit.DataSize;

/** Limits of handlers that set their own, in place of the application's. Safe for use by many threads. */
final class HandlerLimits {

    /** What a body may hold besides the one file that a handler allows to be large. */
    private static final long ROOM_FOR_THE_REST = 1024 * 1024;

    private final ParserLimits application;

    private final UnaryOperator<String> placeholders;

    HandlerLimits(ParserLimits application, UnaryOperator<String> placeholders) {
        this.application = application;
        this.placeholders = placeholders;
    }

    ParserLimits application() {
        return application;
    }

    ParserLimits of(UploadHandlerFunction handler) {
        return combine(
                limit(handler.maxFileSize(), "UploadHandlerFunction.maxFileSize"),
                limit(handler.maxRequestSize(), "UploadHandlerFunction.maxRequestSize"));
    }

    /**
     * Limits of a controller method: its own first, then those of its class.
     *
     * @throws InvalidUploadHandlerException if a value is no size
     */
    ParserLimits of(Class<?> type, Method method) {
        return combine(
                limit(type, method, UploadLimits::maxFileSize, "maxFileSize"),
                limit(type, method, UploadLimits::maxRequestSize, "maxRequestSize"));
    }

    private @Nullable Limit limit(Class<?> type, Method method, Function<UploadLimits, String> attribute, String name) {
        String place = type.getSimpleName() + "." + method.getName();
        UploadLimits limits = AnnotatedElementUtils.findMergedAnnotation(method, UploadLimits.class);
        if (limits == null || attribute.apply(limits).isEmpty()) {
            place = type.getSimpleName();
            limits = AnnotatedElementUtils.findMergedAnnotation(type, UploadLimits.class);
        }
        if (limits == null || attribute.apply(limits).isEmpty()) {
            return null;
        }
        String property = "@UploadLimits(" + name + ") on " + place;
        return new Limit(bytes(attribute.apply(limits), property), property);
    }

    private long bytes(String value, String property) {
        try {
            String resolved = placeholders.apply(value).trim();
            if (resolved.equals("-1")) {
                return -1;
            }
            long bytes = DataSize.parse(resolved).toBytes();
            if (bytes >= 0) {
                return bytes;
            }
        } catch (IllegalArgumentException | ArithmeticException ex) {
            throw invalid(value, property, ex);
        }
        throw invalid(value, property, null);
    }

    private static InvalidUploadHandlerException invalid(String value, String property, @Nullable Exception cause) {
        String reason = (cause == null) ? "a size cannot be negative" : "it is no size (" + cause.getMessage() + ")";
        return new InvalidUploadHandlerException(
                "%s has the value '%s', which cannot work: %s".formatted(property, value, reason),
                "Write a size such as 10MB, a placeholder for one such as ${my.limit}, or -1 for no limit.",
                cause);
    }

    private static @Nullable Limit limit(@Nullable DataSize size, String property) {
        return (size == null) ? null : new Limit(Math.max(-1, size.toBytes()), property);
    }

    private ParserLimits combine(@Nullable Limit file, @Nullable Limit request) {
        if (file == null && request == null) {
            return application;
        }
        Limit maxFile = (file != null) ? file : application.maxFileSize();
        Limit maxRequest = (request != null) ? request : application.maxRequestSize();
        if (file != null && request == null) {
            maxRequest = roomFor(file, maxRequest);
        }
        return application.withSizes(maxFile, maxRequest);
    }

    /** A handler that allows a file of some size means it to arrive, also where the application's requests are smaller. */
    private static Limit roomFor(Limit file, Limit request) {
        if (file.value() < 0) {
            return file;
        }
        long needed =
                (file.value() > Long.MAX_VALUE - ROOM_FOR_THE_REST) ? Long.MAX_VALUE : file.value() + ROOM_FOR_THE_REST;
        return request.isPassedBy(needed) ? new Limit(needed, file.property()) : request;
    }
}
