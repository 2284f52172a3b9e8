/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.io.IOException;
import java.util.Objects;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadLimitException;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.tomcat.UploadRequest;

/** Hands the unread body to controller methods that declare an {@link UploadStream}. Safe for use by many threads. */
final class UploadStreamArgumentResolver implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == UploadStream.class;
    }

    /**
     * Begins the upload.
     *
     * @throws UploadException if the request is not multipart
     * @throws UploadLimitException if its Content-Length alone is too much
     */
    @Override
    public UploadStream resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders)
            throws IOException {
        return UploadRequest.streamOf(Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class)), null);
    }
}
