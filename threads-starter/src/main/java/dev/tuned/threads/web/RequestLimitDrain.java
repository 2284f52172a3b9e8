/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps the phase of the graceful shutdown open until no request waits for a permit. Boot itself only sees requests that have
 * reached a servlet.
 */
public final class RequestLimitDrain implements SmartLifecycle {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final RequestLimitValve valve;

    private volatile boolean running;

    public RequestLimitDrain(RequestLimitValve valve) {
        this.valve = valve;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    /** Waits on its own thread, so that Spring goes on when the phase's time is over. */
    @Override
    public void stop(Runnable callback) {
        if (!valve.isLimiting()) {
            SmartLifecycle.super.stop(callback);
            return;
        }
        Thread thread = new Thread(() -> awaitIdle(callback), "tuned-threads-shutdown");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends at the latest when Tomcat stops, after the phase's time is over. */
    private void awaitIdle(Runnable callback) {
        try {
            while (!valve.isIdle() && valve.getState().isAvailable()) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        } finally {
            SmartLifecycle.super.stop(callback);
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** A context that pauses does not shut down. */
    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE;
    }
}
