/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.util.WebUtils;

/**
 * Filter through which this starter, and not the container, reads the body of multipart requests, for whoever asks for
 * parameters or parts after it. It reads nothing itself. At the end, also of asynchronous handling, it sees to it that nothing
 * of the upload is left. Safe for use by many threads.
 *
 * <p>To be mapped to the dispatcher servlet, before all filters that ask for parameters, for requests and for asynchronous
 * and error dispatches.
 */
public final class UploadFilter implements Filter {

    private static final String MULTIPART = "multipart/";

    private final UploadEngine engine;

    /** Makes a filter. */
    public UploadFilter(UploadEngine engine) {
        this.engine = engine;
    }

    @Override
    public void init(FilterConfig config) {
        engine.context(config.getServletContext());
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && isMultipart(http)) {
            doFilter(http, answer, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Upload before = Upload.find(request);
        Upload upload = (before != null) ? before : Upload.of(request, engine);
        FailedUpload failed = new FailedUpload(upload, engine.settings().linger());
        UploadResponse answer = new UploadResponse(
                response, failed::exists, request.getProtocol().startsWith("HTTP/1."));
        try {
            if (isResolved(request)) {
                chain.doFilter(request, answer);
            } else if (!failed.answersForContainer(request, answer)) {
                chain.doFilter(new UploadRequest(request, upload), answer);
            }
        } catch (IOException | ServletException | RuntimeException ex) {
            if (!failed.answers(request, answer, ex)) {
                throw ex;
            }
        } finally {
            if (before == null) {
                end(request, upload);
            }
        }
        failed.linger(request, answer);
    }

    private static boolean isMultipart(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.regionMatches(true, 0, MULTIPART, 0, MULTIPART.length());
    }

    /** By this filter in an earlier dispatch, or by somebody else, such as a test without a server. */
    private static boolean isResolved(HttpServletRequest request) {
        return UploadRequest.find(request) != null
                || WebUtils.getNativeRequest(request, MultipartHttpServletRequest.class) != null;
    }

    private static void end(HttpServletRequest request, Upload upload) {
        if (request.isAsyncStarted()) {
            try {
                request.getAsyncContext().addListener(new EndOnCompletion(upload));
                return;
            } catch (IllegalStateException ex) {
                // Complete by now.
            }
        }
        upload.close();
    }

    /** Ends an upload when asynchronous handling is complete, however often it was begun. */
    private static final class EndOnCompletion implements AsyncListener {

        private final Upload upload;

        EndOnCompletion(Upload upload) {
            this.upload = upload;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            upload.close();
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // Completion follows.
        }

        @Override
        public void onError(AsyncEvent event) {
            // Completion follows.
        }
    }
}
