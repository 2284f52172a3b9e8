/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.io.IOException;
import java.util.function.Function;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.util.WebUtils;

import dev.tuned.upload.tomcat.LingeringCloseValve;

/**
 * Filter through which this starter, and not the container, reads the body of Spring MVC's multipart requests, for whoever asks
 * for parameters or parts after it. It reads nothing itself. At the end, also of asynchronous handling, nothing of the upload is
 * left. A request of another servlet passes as it is. Safe for use by many threads.
 *
 * <p>To stand before all filters that ask for parameters, for requests and for asynchronous and error dispatches.
 */
public final class UploadFilter implements Filter {

    private static final String MULTIPART = "multipart/";

    private final Uploads uploads;

    private final Function<HttpServletRequest, @Nullable MultipartConfigElement> configs;

    /**
     * Makes a filter.
     *
     * @param configs the multipart configuration of the servlet that a request goes to, or null if it is none of Spring MVC
     */
    public UploadFilter(Uploads uploads, Function<HttpServletRequest, @Nullable MultipartConfigElement> configs) {
        this.uploads = uploads;
        this.configs = configs;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http && isMultipart(http) && !isWrapped(http)) {
            UploadState before = UploadState.find(http);
            UploadState state = (before != null) ? before : begin(http);
            if (state != null) {
                doFilter(http, response, chain, state, before == null);
                return;
            }
        }
        chain.doFilter(request, response);
    }

    static boolean isMultipart(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.regionMatches(true, 0, MULTIPART, 0, MULTIPART.length());
    }

    /** By this filter in an earlier dispatch, or by somebody else, such as a test without a server. */
    private static boolean isWrapped(HttpServletRequest request) {
        return UploadRequest.find(request) != null
                || WebUtils.getNativeRequest(request, MultipartHttpServletRequest.class) != null;
    }

    private @Nullable UploadState begin(HttpServletRequest request) {
        // The error page of another servlet's request is no reason to take that over.
        MultipartConfigElement config =
                (request.getDispatcherType() == DispatcherType.REQUEST) ? configs.apply(request) : null;
        if (config == null) {
            return null;
        }
        UploadState state = new UploadState(uploads, config);
        state.attachTo(request);
        return state;
    }

    private static void doFilter(
            HttpServletRequest request, ServletResponse response, FilterChain chain, UploadState state, boolean first)
            throws IOException, ServletException {
        try {
            chain.doFilter(new UploadRequest(request, state), response);
        } finally {
            if (first || request.getDispatcherType() == DispatcherType.ERROR) {
                end(request, state);
            }
        }
    }

    private static void end(HttpServletRequest request, UploadState state) {
        if (request.isAsyncStarted()) {
            try {
                request.getAsyncContext().addListener(new EndOnCompletion(request, state));
                return;
            } catch (IllegalStateException ex) {
                // Complete by now.
            }
        }
        state.close();
    }

    /** Ends an upload when asynchronous handling is complete, however often it was begun. */
    private static final class EndOnCompletion implements AsyncListener {

        private final HttpServletRequest request;

        private final UploadState state;

        EndOnCompletion(HttpServletRequest request, UploadState state) {
            this.request = request;
            this.state = state;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            state.close();
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
            // Where Tomcat cannot dispatch the error, no completion follows.
            LingeringCloseValve.stopReading(request);
            state.close();
        }
    }
}
