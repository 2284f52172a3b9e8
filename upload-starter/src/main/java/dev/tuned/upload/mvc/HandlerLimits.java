/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;
import org.springframework.web.method.HandlerMethod;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.tomcat.StreamSizes;

/** Reads the {@link UploadLimits} of handlers. Safe for use by many threads. */
final class HandlerLimits {

    private final PropertyResolver placeholders;

    HandlerLimits(PropertyResolver placeholders) {
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
                    + " has @UploadLimits, but takes no UploadStream: other bodies are read before their handler is looked"
                    + " for. Set spring.servlet.multipart.max-file-size and max-request-size, or take one.");
        }
    }

    private @Nullable Limit limit(Class<?> type, Method method, Function<UploadLimits, String> attribute, String name) {
        for (AnnotatedElement place : List.of(method, type)) {
            UploadLimits limits = AnnotatedElementUtils.findMergedAnnotation(place, UploadLimits.class);
            String value = (limits == null) ? "" : attribute.apply(limits);
            if (!value.isEmpty()) {
                String property = "@UploadLimits(" + name + ") on " + place;
                return new Limit(bytes(value, property), property);
            }
        }
        return null;
    }

    private long bytes(String value, String property) {
        try {
            String resolved = placeholders.resolveRequiredPlaceholders(value).trim();
            long bytes = resolved.equals("-1") ? -1 : DataSize.parse(resolved).toBytes();
            Assert.isTrue(bytes >= -1, "A size cannot be negative, but for -1: no limit");
            return bytes;
        } catch (IllegalArgumentException | ArithmeticException ex) {
            throw new IllegalStateException(
                    "%s is '%s', which is no size such as 10MB: %s".formatted(property, value, ex.getMessage()), ex);
        }
    }
}
