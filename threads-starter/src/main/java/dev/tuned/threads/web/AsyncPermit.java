/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import org.apache.catalina.core.AsyncContextImpl;

/**
 * Permit of an asynchronous request. It is given back once, when the request completes, however often it is dispatched and started
 * again. It knows the {@link AsyncContextImpl}, which serves one request only, and not the request, which Tomcat reuses.
 */
final class AsyncPermit implements AsyncListener {

    private final RequestLimiter limiter;

    private final AsyncContextImpl context;

    private final AtomicBoolean givenBack = new AtomicBoolean();

    AsyncPermit(RequestLimiter limiter, AsyncContextImpl context) {
        this.limiter = limiter;
        this.context = context;
    }

    /** Begins to wait for the end of the request. */
    void listen() {
        try {
            context.addListener(this);
        } catch (IllegalStateException ex) {
            // The request is over already, and no listener is called.
            giveBack();
        }
    }

    void giveBack() {
        if (givenBack.compareAndSet(false, true)) {
            limiter.giveBack();
        }
    }

    /**
     * Whether the permit is back. Gives it back if Tomcat has recycled the request without notifying listeners, as it does when a
     * handler fails after it started asynchronous processing.
     */
    boolean isBack() {
        if (!context.isAvailable()) {
            giveBack();
        }
        return givenBack.get();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        giveBack();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // onComplete follows
    }

    @Override
    public void onError(AsyncEvent event) {
        // onComplete follows
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Tomcat has dropped the listeners.
        event.getAsyncContext().addListener(this);
    }
}
