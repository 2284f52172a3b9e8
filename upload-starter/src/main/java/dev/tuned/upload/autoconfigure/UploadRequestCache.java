/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.Locale;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.security.web.savedrequest.SavedRequest;

/**
 * Request cache that saves no multipart request: to save one is to read its parameters, and with them the whole body (Spring
 * Security's issue 7060).
 */
final class UploadRequestCache implements RequestCache {

    private final RequestCache delegate;

    UploadRequestCache(RequestCache delegate) {
        this.delegate = delegate;
    }

    @Override
    public void saveRequest(HttpServletRequest request, HttpServletResponse response) {
        String type = request.getContentType();
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            delegate.saveRequest(request, response);
        }
    }

    @Override
    public @Nullable SavedRequest getRequest(HttpServletRequest request, HttpServletResponse response) {
        return delegate.getRequest(request, response);
    }

    @Override
    public @Nullable HttpServletRequest getMatchingRequest(HttpServletRequest request, HttpServletResponse response) {
        return delegate.getMatchingRequest(request, response);
    }

    @Override
    public void removeRequest(HttpServletRequest request, HttpServletResponse response) {
        delegate.removeRequest(request, response);
    }
}
