/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

import jakarta.servlet.ServletException;
import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.AbstractProtocol;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Limits the requests that a Tomcat engine serves at once. Thread-safe.
 *
 * <p>A request keeps its permit until it is complete, an asynchronous one across all of its dispatches. A rejected request is
 * answered here, without a body.
 *
 * <p>Puts itself into Tomcat after Boot's customizers and the user's, whose valves see rejected requests, too.
 */
public final class RequestLimitValve extends ValveBase
        implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

    /** Note of a request in service: the limiter that gave its permit, and of an asynchronous one its {@link AsyncPermit}. */
    private static final String PERMIT = AsyncPermit.class.getName();

    private final RequestLimiters limiters;

    private final Supplier<PathPatterns> exempt;

    private final WebProperties properties;

    private final AsyncPermits asyncPermits = new AsyncPermits();

    /**
     * Creates a valve for one engine.
     *
     * @param limiters of the routes and of all other requests
     * @param exempt paths that have no limit, asked for with the first request
     * @param properties status and headers of the answer to a rejected request
     */
    public RequestLimitValve(RequestLimiters limiters, Supplier<PathPatterns> exempt, WebProperties properties) {
        super(true);
        this.limiters = limiters;
        this.exempt = exempt;
        this.properties = properties;
    }

    /** Adds itself, if there are limits, to the engine of the application's Tomcat; a management server with its own port has none. */
    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        if (isLimiting()) {
            factory.addEngineValves(this);
        }
    }

    /** The largest size of the pool of Tomcat's first connector; not positive where an executor serves the requests. */
    int poolThreads() {
        Connector[] connectors = ((Engine) getContainer()).getService().findConnectors();
        return (connectors[0].getProtocolHandler() instanceof AbstractProtocol<?> protocol)
                ? protocol.getMaxThreads()
                : 0;
    }

    /** Whether there are limits, and Tomcat asks them. */
    boolean isApplied() {
        return getContainer() != null && isLimiting();
    }

    /** Whether there are limits at all. */
    boolean isLimiting() {
        return !limiters.all().isEmpty();
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (request.isAsync()) {
            invokeAgain(request, response);
            return;
        }
        RequestLimiter limiter = limiterOf(request);
        // A request that Tomcat's RewriteValve has rewritten comes again, within its first pass.
        if (limiter == null || limiter == request.getNote(PERMIT)) {
            getNext().invoke(request, response);
        } else {
            invokeLimited(request, response, limiter);
        }
    }

    private @Nullable RequestLimiter limiterOf(Request request) {
        Context context = request.getContext();
        if (context == null) {
            return limiters.others();
        }
        String path = request.getDecodedRequestURI();
        int from = context.getPath().length();
        RequestLimiter limiter = limiters.find(path, from);
        // Only as it is spelled: for the application, another spelling of an exempt path may be another path.
        boolean plain = limiter != null
                && request.getRequestURI()
                        .substring(request.getContextPath().length())
                        .equals(path.substring(from));
        return (plain && exempt.get().match(path, from)) ? null : limiter;
    }

    private void invokeLimited(Request request, Response response, RequestLimiter limiter)
            throws IOException, ServletException {
        if (limiter.isFull()) {
            asyncPermits.returnSomeLost();
        }
        if (!limiter.enter(
                arrival(request), request.getConnector().getProtocolHandler().getExecutor())) {
            reject(response);
            return;
        }
        boolean async = false;
        request.setNote(PERMIT, limiter);
        try {
            getNext().invoke(request, response);
            async = request.isAsync();
        } finally {
            request.removeNote(PERMIT);
            if (!async) {
                limiter.giveBack();
            }
        }
        if (async) {
            // No completion is missed: Tomcat completes the request on this thread, or on another one once this one has
            // ended here.
            request.setNote(PERMIT, asyncPermits.keep(limiter, request.getAsyncContextInternal()));
        }
    }

    /** Answers without a body. */
    private void reject(Response response) {
        response.setStatus(properties.getRejectStatus());
        Duration retryAfter = properties.getRetryAfter();
        if (!retryAfter.isZero()) {
            // Rounded up to whole seconds.
            long seconds = retryAfter.plusNanos(999_999_999).toSeconds();
            response.setHeader("Retry-After", String.valueOf(seconds));
        }
        response.setContentLength(0);
    }

    /** Time at which Tomcat had read the request line. */
    private static long arrival(Request request) {
        long nanos = request.getCoyoteRequest().getStartTimeNanos();
        return (nanos != -1) ? nanos : System.nanoTime();
    }

    /** Handles a dispatch of an asynchronous request, which has got its permit, if it needs one, when it came first. */
    private void invokeAgain(Request request, Response response) throws IOException, ServletException {
        AsyncPermit permit = (AsyncPermit) request.getNote(PERMIT);
        boolean async = false;
        try {
            getNext().invoke(request, response);
            async = request.isAsync();
        } finally {
            // After an exception Tomcat does not notify the listeners any more.
            if (permit != null && !async) {
                permit.giveBack();
            }
        }
    }

    /** Whether no request is in service, and none waits. */
    boolean isIdle() {
        asyncPermits.returnAllLost();
        return limiters.all().stream().allMatch(limiter -> limiter.active() == 0 && limiter.waiting() == 0);
    }

    @Override
    public void backgroundProcess() {
        asyncPermits.returnAllLost();
    }

    @Override
    protected void startInternal() throws LifecycleException {
        limiters.all().forEach(RequestLimiter::open);
        super.startInternal();
    }

    @Override
    protected void stopInternal() throws LifecycleException {
        limiters.all().forEach(RequestLimiter::close);
        super.stopInternal();
    }
}
