/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.util.Enumeration;
import java.util.Map;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.multipart.support.StandardMultipartHttpServletRequest;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

import dev.tuned.upload.UploadFailure;
import dev.tuned.upload.tomcat.FailureTranslator;
import dev.tuned.upload.tomcat.UploadRequest;

/**
 * Spring's own resolver with other failures: an exceeded size has the limit in bytes, a broken body is the client's fault, and the
 * dispatch to an error page does not look at the parts again. Safe for use by many threads once configured.
 */
public final class TunedMultipartResolver extends StandardServletMultipartResolver {

    private boolean lazily;

    @Override
    public void setResolveLazily(boolean resolveLazily) {
        super.setResolveLazily(resolveLazily);
        lazily = resolveLazily;
    }

    @Override
    public boolean isMultipart(HttpServletRequest request) {
        UploadRequest upload = UploadRequest.find(request);
        return super.isMultipart(request) && (upload == null || !upload.isErrorPageOfFailure());
    }

    @Override
    public MultipartHttpServletRequest resolveMultipart(HttpServletRequest request) {
        UploadRequest upload = UploadRequest.find(request);
        boolean streamed = upload != null && upload.handlerStreams(request);
        return new ResolvedRequest(request, lazily || streamed);
    }

    @Override
    public void cleanupMultipart(MultipartHttpServletRequest request) {
        if (!isStreaming(request)) {
            super.cleanupMultipart(request);
        }
    }

    private static boolean isStreaming(HttpServletRequest request) {
        UploadRequest upload = UploadRequest.find(request);
        return upload != null && upload.isStreaming();
    }

    /** Has no parts where the handler streams, which a router function begins late. */
    private static final class ResolvedRequest extends StandardMultipartHttpServletRequest {

        ResolvedRequest(HttpServletRequest request, boolean lazily) {
            super(request, lazily);
        }

        @Override
        protected void initializeMultipart() {
            if (isStreaming(getRequest())) {
                setMultipartFiles(new LinkedMultiValueMap<>());
            } else {
                super.initializeMultipart();
            }
        }

        /** Fails as the other ways to a part do, where parts are resolved lazily. */
        @Override
        public @Nullable HttpHeaders getMultipartHeaders(String name) {
            getMultipartFiles();
            return super.getMultipartHeaders(name);
        }

        @Override
        public Enumeration<String> getParameterNames() {
            HttpServletRequest request = getRequest();
            return isStreaming(request) ? request.getParameterNames() : super.getParameterNames();
        }

        @Override
        public Map<String, String[]> getParameterMap() {
            HttpServletRequest request = getRequest();
            return isStreaming(request) ? request.getParameterMap() : super.getParameterMap();
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
