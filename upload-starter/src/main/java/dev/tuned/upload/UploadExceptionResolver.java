/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers failed uploads with a problem detail (RFC 9457), and nothing where the client went away.
 *
 * <p>To stand after the resolver of {@code @ExceptionHandler} methods, so that the application's own come first. Leaves
 * exceptions alone that only have a failed upload for a cause and say themselves what to answer. Safe for use by many
 * threads.
 */
public final class UploadExceptionResolver implements HandlerExceptionResolver {

    private static final Log logger = LogFactory.getLog(UploadExceptionResolver.class);

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        UploadFailure failure = UploadFailures.find(thrown);
        if (failure == null || (failure != thrown && speaksForItself(thrown))) {
            return null;
        }
        try {
            return UploadAnswer.write(request, response, failure) ? new ModelAndView() : null;
        } catch (IOException | IllegalStateException ex) {
            logger.debug("A failed upload could not be answered", ex);
            return null;
        }
    }

    private static boolean speaksForItself(Exception thrown) {
        return thrown instanceof ErrorResponse
                || AnnotatedElementUtils.hasAnnotation(thrown.getClass(), ResponseStatus.class);
    }
}
