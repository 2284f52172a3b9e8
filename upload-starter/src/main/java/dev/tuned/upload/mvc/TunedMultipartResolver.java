/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.util.Map;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.multipart.support.DefaultMultipartHttpServletRequest;
import org.springframework.web.multipart.support.StandardMultipartHttpServletRequest;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

import dev.tuned.upload.UploadFailure;
import dev.tuned.upload.tomcat.FailureTranslator;
import dev.tuned.upload.tomcat.UploadRequest;

/**
 * Spring's own resolver with other failures: an exceeded size has the limit in bytes, and a broken body is the client's fault. Safe
 * for use by many threads once configured.
 */
public final class TunedMultipartResolver extends StandardServletMultipartResolver {

    private boolean lazily;

    @Override
    public void setResolveLazily(boolean resolveLazily) {
        super.setResolveLazily(resolveLazily);
        lazily = resolveLazily;
    }

    /** Leaves a body alone that could not be read and now gets its error page. */
    @Override
    public boolean isMultipart(HttpServletRequest request) {
        UploadRequest upload = UploadRequest.find(request);
        return super.isMultipart(request) && (upload == null || !upload.isErrorPageOfFailure());
    }

    /** A body that the handler streams has no parts. */
    @Override
    public MultipartHttpServletRequest resolveMultipart(HttpServletRequest request) {
        UploadRequest upload = UploadRequest.find(request);
        return (upload != null && upload.handlerStreams(request))
                ? new DefaultMultipartHttpServletRequest(request, new LinkedMultiValueMap<>(), Map.of(), Map.of())
                : new ResolvedRequest(request, lazily);
    }

    @Override
    public void cleanupMultipart(MultipartHttpServletRequest request) {
        if (!(request instanceof DefaultMultipartHttpServletRequest)) {
            super.cleanupMultipart(request);
        }
    }

    private static final class ResolvedRequest extends StandardMultipartHttpServletRequest {

        ResolvedRequest(HttpServletRequest request, boolean lazily) {
            super(request, lazily);
        }

        /** Fails as the other ways to a part do, where parts are resolved lazily. */
        @Override
        public @Nullable HttpHeaders getMultipartHeaders(String name) {
            getMultipartFiles();
            return super.getMultipartHeaders(name);
        }

        @Override
        protected void handleParseFailure(Throwable ex) {
            UploadRequest upload = UploadRequest.find(getRequest());
            UploadFailure why = (upload == null) ? null : upload.failureBehind(ex);
            boolean errorPage = getRequest().getDispatcherType() == DispatcherType.ERROR;
            RuntimeException failure = FailureTranslator.forResolver(ex, why, errorPage);
            if (failure != null) {
                throw failure;
            }
            super.handleParseFailure(ex);
        }
    }
}
