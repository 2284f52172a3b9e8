/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.util.Enumeration;
import java.util.Map;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.multipart.support.StandardMultipartHttpServletRequest;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.tomcat.TomcatFailures;

/**
 * Spring's own resolver, but for what it makes of failures: a size exceeded says the limit in bytes, a broken body is the client's
 * fault, and an error page is dispatched to without another look at the parts. Safe for use by many threads once configured.
 */
public final class TunedMultipartResolver extends StandardServletMultipartResolver {

    private boolean lazily;

    @Override
    public void setResolveLazily(boolean resolveLazily) {
        super.setResolveLazily(resolveLazily);
        this.lazily = resolveLazily;
    }

    @Override
    public boolean isMultipart(HttpServletRequest request) {
        return super.isMultipart(request) && !UploadRequest.isErrorPageOfFailure(request);
    }

    @Override
    public MultipartHttpServletRequest resolveMultipart(HttpServletRequest request) {
        return new ResolvedRequest(request, lazily || UploadRequest.isStreamed(request));
    }

    @Override
    public void cleanupMultipart(MultipartHttpServletRequest request) {
        if (!UploadRequest.isStreamed(request)) {
            super.cleanupMultipart(request);
        }
    }

    /** Where the handler streams, which a router function begins late, there are no parts for anybody else. */
    private static final class ResolvedRequest extends StandardMultipartHttpServletRequest {

        ResolvedRequest(HttpServletRequest request, boolean lazily) {
            super(request, lazily);
        }

        @Override
        protected void initializeMultipart() {
            if (UploadRequest.isStreamed(getRequest())) {
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
            return UploadRequest.isStreamed(request) ? request.getParameterNames() : super.getParameterNames();
        }

        @Override
        public Map<String, String[]> getParameterMap() {
            HttpServletRequest request = getRequest();
            return UploadRequest.isStreamed(request) ? request.getParameterMap() : super.getParameterMap();
        }

        @Override
        protected void handleParseFailure(Throwable ex) {
            long permitted = TomcatFailures.permittedSize(ex);
            if (permitted >= 0) {
                throw new MaxUploadSizeExceededException(permitted, ex);
            }
            UploadFailure failure = UploadFailure.find(ex);
            boolean another = getRequest().getDispatcherType() == DispatcherType.ERROR;
            if (failure != null && failure.reason() != Reason.TOO_MANY_PARTS && !another) {
                Throwable cause = TomcatFailures.withStatus(ex, failure.reason().status());
                throw new UploadException(failure.reason(), "Failed to parse multipart servlet request", cause);
            }
            super.handleParseFailure(ex); // In the dispatch to an error page, that error's status stays.
        }
    }
}
