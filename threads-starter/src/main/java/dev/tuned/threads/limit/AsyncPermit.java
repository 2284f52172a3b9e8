/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.core.AsyncContextImpl;

/**
 * Permit of an asynchronous request: comes back once, when the request completes, however often it is dispatched and
 * started again. It knows the {@link AsyncContextImpl}, which Tomcat uses for one request only, and not the request, which
 * Tomcat uses again.
 */
final class AsyncPermit implements AsyncListener {

    private final ConcurrencyGate gate;

    private final Set<AsyncPermit> all;

    private final AsyncContextImpl context;

    private final long startNanos;

    private final int inFlight;

    private final AtomicBoolean givenBack = new AtomicBoolean();

    private volatile boolean timedOut;

    AsyncPermit(ConcurrencyGate gate, Set<AsyncPermit> all, AsyncContextImpl context, long startNanos, int inFlight) {
        this.gate = gate;
        this.all = all;
        this.context = context;
        this.startNanos = startNanos;
        this.inFlight = inFlight;
    }

    /** Begins to wait for the end. */
    void listen() {
        this.all.add(this);
        try {
            this.context.addListener(this);
        } catch (IllegalStateException ex) {
            // It is over already, and nobody will tell.
            giveBack(false);
        }
    }

    void giveBack(boolean overload) {
        if (this.givenBack.compareAndSet(false, true)) {
            this.all.remove(this);
            this.gate.leave(this.startNanos, this.inFlight, overload || this.timedOut);
        }
    }

    /**
     * Gives it back if Tomcat has recycled the request without a word, as it does when a handler fails after the
     * request was started asynchronously.
     */
    void giveBackIfLost() {
        if (!this.context.isAvailable()) {
            giveBack(false);
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        boolean overload = event.getSuppliedResponse() instanceof HttpServletResponse response
                && ConcurrencyLimitValve.isOverload(response.getStatus());
        giveBack(overload);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        this.timedOut = true;
    }

    @Override
    public void onError(AsyncEvent event) {
        // onComplete follows
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Tomcat has forgotten its listeners.
        event.getAsyncContext().addListener(this);
    }
}
