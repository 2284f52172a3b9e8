/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.ServletException;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Limits the requests that a Tomcat engine serves at once. Thread-safe.
 *
 * <p>A request has its permit until it is complete, an asynchronous one across all of its dispatches. What is not let in is
 * answered here, without an entity.
 */
final class ConcurrencyLimitValve extends ValveBase {

    private static final String PERMIT = AsyncPermit.class.getName();

    private final Limiters limiters;

    private final PathPatterns exempt;

    private final Rejection rejection;

    private final Set<AsyncPermit> asyncPermits = ConcurrentHashMap.newKeySet();

    /**
     * Creates a valve for one engine.
     *
     * @param limiters which limiter counts for which path
     * @param exempt paths that have no limit
     * @param rejection the answer to what is not let in
     */
    ConcurrencyLimitValve(Limiters limiters, PathPatterns exempt, Rejection rejection) {
        super(true);
        this.limiters = limiters;
        this.exempt = exempt;
        this.rejection = rejection;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (request.isAsync()) {
            invokeAgain(request, response);
            return;
        }
        ConcurrencyLimiter limiter = limiterOf(request);
        if (limiter == null) {
            getNext().invoke(request, response);
        } else {
            invokeLimited(request, response, limiter);
        }
    }

    private @Nullable ConcurrencyLimiter limiterOf(Request request) {
        Context context = request.getContext();
        if (context == null) {
            return this.limiters.others();
        }
        String uri = request.getRequestURI();
        String path = context.getPath();
        boolean plain = uri.startsWith(path) && uri.startsWith("/", path.length());
        int from = plain ? path.length() : request.getContextPath().length();
        if (this.exempt.contain(uri, from)) {
            return null;
        }
        for (Limiters.Route route : this.limiters.routes()) {
            if (route.paths().contain(uri, from)) {
                return route.limiter();
            }
        }
        return this.limiters.others();
    }

    private void invokeLimited(Request request, Response response, ConcurrencyLimiter limiter)
            throws IOException, ServletException {
        if (limiter.isFull()) {
            returnLostPermits();
        }
        if (!limiter.enter(arrival(request))) {
            this.rejection.answer(response);
            return;
        }
        long start = System.nanoTime();
        boolean async = false;
        try {
            getNext().invoke(request, response);
            async = request.isAsync();
        } finally {
            if (!async) {
                limiter.leave(start);
            }
        }
        if (async) {
            keep(request, start, limiter);
        }
    }

    /** When Tomcat had read the request line. */
    private static long arrival(Request request) {
        long nanos = request.getCoyoteRequest().getStartTimeNanos();
        return (nanos != -1) ? nanos : System.nanoTime();
    }

    /** A dispatch of an asynchronous request, which has its permit, if it needs one, since its first time here. */
    private void invokeAgain(Request request, Response response) throws IOException, ServletException {
        AsyncPermit permit = (AsyncPermit) request.getNote(PERMIT);
        boolean async = false;
        try {
            getNext().invoke(request, response);
            async = request.isAsync();
        } finally {
            // After an exception Tomcat does not tell the listeners any more.
            if (permit != null && !async) {
                permit.giveBack();
            }
        }
    }

    /**
     * Ties a permit to the rest of an asynchronous request. Tomcat completes it on this thread, or on another one once this
     * one is through, so that no completion can be missed.
     */
    private void keep(Request request, long start, ConcurrencyLimiter limiter) {
        AsyncPermit permit = new AsyncPermit(limiter, this.asyncPermits, request.getAsyncContextInternal(), start);
        request.setNote(PERMIT, permit);
        permit.listen();
    }

    /** Whether nobody is in and nobody waits. */
    boolean isIdle() {
        returnLostPermits();
        return this.limiters.all().stream().allMatch(limiter -> limiter.active() == 0 && limiter.waiting() == 0);
    }

    @Override
    public void backgroundProcess() {
        returnLostPermits();
    }

    private void returnLostPermits() {
        this.asyncPermits.forEach(AsyncPermit::giveBackIfLost);
    }

    @Override
    protected void startInternal() throws LifecycleException {
        this.limiters.all().forEach(ConcurrencyLimiter::open);
        super.startInternal();
    }

    @Override
    protected void stopInternal() throws LifecycleException {
        this.limiters.all().forEach(ConcurrencyLimiter::close);
        super.stopInternal();
    }
}
