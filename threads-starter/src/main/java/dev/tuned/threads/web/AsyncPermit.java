/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import org.apache.catalina.core.AsyncContextImpl;

/**
 * Permit of an asynchronous request: comes back once, when the request completes, however often it is dispatched and
 * started again. It knows the {@link AsyncContextImpl}, which Tomcat uses for one request only, and not the request, which
 * Tomcat uses again.
 */
final class AsyncPermit implements AsyncListener {

    private final RequestLimiter limiter;

    private final AsyncContextImpl context;

    private final AtomicBoolean givenBack = new AtomicBoolean();

    AsyncPermit(RequestLimiter limiter, AsyncContextImpl context) {
        this.limiter = limiter;
        this.context = context;
    }

    /** Begins to wait for the end. */
    void listen() {
        try {
            context.addListener(this);
        } catch (IllegalStateException ex) {
            // It is over already, and no listener is called.
            giveBack();
        }
    }

    void giveBack() {
        if (givenBack.compareAndSet(false, true)) {
            limiter.release();
        }
    }

    /**
     * Whether it is back. Gives it back if Tomcat has recycled the request without a word, as it does when a handler fails
     * after the request was started asynchronously.
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
        // Tomcat has forgotten its listeners.
        event.getAsyncContext().addListener(this);
    }
}
