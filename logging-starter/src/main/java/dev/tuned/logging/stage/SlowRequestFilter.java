/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Tells each request that takes longer than a threshold in one line at WARN to the logger {@value #LOGGER}: method, path, status,
 * time, and the stages that ran. An asynchronous request ends when its response is complete. Safe for use by many threads.
 *
 * <p>Stages belong to a request when they start on a thread that serves it: the container's, or that of Spring MVC for a
 * {@code Callable}. One that starts on another thread does not; one that started here and ends elsewhere does. Stages that run at
 * the same time can add up to more than the request took. The query string is left out, the path made fit for one line.
 */
public final class SlowRequestFilter extends OncePerRequestFilter {

    /** Name of the line's logger. */
    public static final String LOGGER = "tuned.slow-request";

    private static final Log log = LogFactory.getLog(LOGGER);
    private static final int LONGEST_PATH = 300;

    private final Duration threshold;

    /**
     * Creates a filter; one for each set of stages.
     *
     * @param threshold from this time on a request is logged
     */
    public SlowRequestFilter(Stages stages, Duration threshold) {
        stages.collectByRequest();
        this.threshold = threshold;
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Running running = (Running) request.getAttribute(LOGGER);
        if (running == null) {
            running = new Running(request, response);
            request.setAttribute(LOGGER, running);
            WebAsyncUtils.getAsyncManager(request).registerCallableInterceptor(LOGGER, running);
        }
        boolean passed = false;
        RequestStages outer = running.stages.enter();
        try {
            chain.doFilter(request, response);
            passed = true;
        } finally {
            RequestStages.restore(outer);
            running.leave(request, passed);
        }
    }

    /** A request from its first dispatch until its response is complete. */
    private final class Running implements AsyncListener, CallableProcessingInterceptor {

        private final RequestStages stages = new RequestStages();
        private final long start = System.nanoTime();
        private final String method;
        private final String path;
        private final HttpServletResponse response;
        private boolean listening;

        Running(HttpServletRequest request, HttpServletResponse response) {
            this.method = request.getMethod();
            this.path = request.getRequestURI();
            this.response = response;
        }

        void leave(HttpServletRequest request, boolean passed) {
            if (!listening && request.isAsyncStarted()) {
                request.getAsyncContext().addListener(this);
                listening = true;
            } else if (!listening) {
                // The container has yet to make a status of an exception.
                end(passed ? response.getStatus() : HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            }
        }

        private void end(int status) {
            long nanos = System.nanoTime() - start;
            if (nanos >= threshold.toNanos()) {
                log.warn(String.format(
                        Locale.ROOT,
                        "%s %s answered %d after %.1f ms: %s",
                        OneLine.of(method, LONGEST_PATH),
                        OneLine.of(path, LONGEST_PATH),
                        status,
                        nanos / 1e6,
                        stages.describe()));
            }
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }

        @Override
        public void onComplete(AsyncEvent event) {
            end(response.getStatus());
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
            stages.enter();
        }

        @Override
        public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
            RequestStages.restore(null);
        }
    }
}
