/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.io.IOException;
import java.time.Duration;
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
 * Bounds the requests that a Tomcat engine handles at once. Thread-safe.
 *
 * <p>A request has its permit until it is complete, an asynchronous one across all of its dispatches. What is not let in is
 * answered here, without an entity.
 */
public final class ConcurrencyLimitValve extends ValveBase {

    private static final String PERMIT = AsyncPermit.class.getName();

    private final ConcurrencyGate gate;

    private final ExemptPaths exempt;

    private final int rejectStatus;

    private final @Nullable String retryAfter;

    private final Set<AsyncPermit> asyncPermits = ConcurrentHashMap.newKeySet();

    /**
     * Creates a valve for one engine.
     *
     * @param gate decides who is let in
     * @param exempt paths within the application that are not bounded
     * @param rejectStatus status of the answer to others, 400 to 599
     * @param retryAfter value of their {@code Retry-After}, rounded up to seconds; zero for none
     */
    public ConcurrencyLimitValve(ConcurrencyGate gate, ExemptPaths exempt, int rejectStatus, Duration retryAfter) {
        super(true);
        this.gate = gate;
        this.exempt = exempt;
        this.rejectStatus = rejectStatus;
        this.retryAfter = retryAfter.isZero()
                ? null
                : String.valueOf(retryAfter.plusNanos(999_999_999).toSeconds());
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (request.isAsync()) {
            invokeAgain(request, response);
        } else if (isExempt(request)) {
            getNext().invoke(request, response);
        } else {
            invokeBounded(request, response);
        }
    }

    private void invokeBounded(Request request, Response response) throws IOException, ServletException {
        if (this.gate.isFull()) {
            returnLostPermits();
        }
        int inFlight = this.gate.enter();
        if (inFlight == ConcurrencyGate.REJECTED) {
            reject(response);
            return;
        }
        long start = System.nanoTime();
        boolean async = false;
        try {
            getNext().invoke(request, response);
            async = request.isAsync();
        } finally {
            if (!async) {
                this.gate.leave(start, inFlight, isOverload(response.getStatus()));
            }
        }
        if (async) {
            keep(request, start, inFlight);
        }
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
                permit.giveBack(isOverload(response.getStatus()));
            }
        }
    }

    /**
     * Ties a permit to the rest of an asynchronous request. Tomcat completes it on this thread, or on another one once this
     * one is through, so that no completion can be missed.
     */
    private void keep(Request request, long start, int inFlight) {
        AsyncPermit permit =
                new AsyncPermit(this.gate, this.asyncPermits, request.getAsyncContextInternal(), start, inFlight);
        request.setNote(PERMIT, permit);
        permit.listen();
    }

    private boolean isExempt(Request request) {
        Context context = request.getContext();
        if (context == null) {
            return false;
        }
        String uri = request.getRequestURI();
        String path = context.getPath();
        if (uri.startsWith(path) && uri.startsWith("/", path.length())) {
            return this.exempt.contain(uri, path.length());
        }
        return this.exempt.contain(uri, request.getContextPath().length());
    }

    private void reject(Response response) {
        response.setStatus(this.rejectStatus);
        if (this.retryAfter != null) {
            response.setHeader("Retry-After", this.retryAfter);
        }
        response.setContentLength(0);
    }

    static boolean isOverload(int status) {
        return status == 503 || status == 504;
    }

    /** Whether nobody is in and nobody waits. */
    public boolean isIdle() {
        returnLostPermits();
        return this.gate.active() == 0 && this.gate.waiting() == 0;
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
        this.gate.open();
        super.startInternal();
    }

    @Override
    protected void stopInternal() throws LifecycleException {
        this.gate.close();
        super.stopInternal();
    }
}
