/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.boot.web.server.context.WebServerApplicationContext;

import dev.tuned.threads.plan.ShutdownStep;

/**
 * Keeps the phase of the graceful shutdown open until nobody waits to be let in any more. Boot itself only sees requests
 * that have reached a servlet.
 */
final class RequestLimitDrain extends ShutdownStep {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final RequestLimitValve valve;

    RequestLimitDrain(RequestLimitValve valve) {
        super(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
        this.valve = valve;
    }

    @Override
    public void stop(Runnable callback) {
        if (this.valve.isLimiting()) {
            stopAfter(this::awaitIdle, callback);
        } else {
            super.stop(callback);
        }
    }

    /** Returns at the latest when Tomcat stops, after the phase's time is over. */
    private void awaitIdle() {
        while (!this.valve.isIdle() && this.valve.getState().isAvailable()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
