/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.lang.reflect.Method;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.unit.DataSize;
import org.springframework.web.method.HandlerMethod;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.web.StreamSizes;

/** Reads the {@link UploadLimits} of handlers. Safe for use by many threads. */
final class HandlerLimits {

    private final UnaryOperator<String> placeholders;

    HandlerLimits(UnaryOperator<String> placeholders) {
        this.placeholders = placeholders;
    }

    /**
     * Sizes of a controller method: its own first, then those of its class.
     *
     * @throws IllegalStateException if a value is no size
     */
    StreamSizes of(Class<?> type, Method method) {
        return new StreamSizes(
                limit(type, method, UploadLimits::maxFileSize, "maxFileSize"),
                limit(type, method, UploadLimits::maxRequestSize, "maxRequestSize"));
    }

    /**
     * Refuses limits that nothing would come of.
     *
     * @throws IllegalStateException if a method that does not stream has some of its own
     */
    void refuse(HandlerMethod method) {
        if (AnnotatedElementUtils.hasAnnotation(method.getMethod(), UploadLimits.class)) {
            throw new IllegalStateException(method.getShortLogMessage()
                    + " has @UploadLimits, but takes no UploadStream. Take one, or remove the annotation and set"
                    + " spring.servlet.multipart.max-file-size and max-request-size: a body that is not streamed is read"
                    + " before its handler is looked for.");
        }
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
            throw invalid(value, property, "it is no size (" + ex.getMessage() + ")", ex);
        }
        throw invalid(value, property, "a size cannot be negative", null);
    }

    private static IllegalStateException invalid(
            String value, String property, String reason, @Nullable Exception cause) {
        return new IllegalStateException(
                "%s has the value '%s', which cannot work: %s. Write a size such as 10MB, a placeholder for one such as ${my.limit}, or -1 for no limit."
                        .formatted(property, value, reason),
                cause);
    }
}
