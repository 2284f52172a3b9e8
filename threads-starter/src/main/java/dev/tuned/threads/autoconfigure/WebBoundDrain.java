/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

import dev.tuned.threads.limit.ConcurrencyLimitValve;

/**
 * Keeps the phase of the graceful shutdown open until nobody waits to be let in any more. Boot itself only sees requests
 * that have reached a servlet.
 */
final class WebBoundDrain implements SmartLifecycle {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ConcurrencyLimitValve valve;

    private volatile boolean running;

    WebBoundDrain(ConcurrencyLimitValve valve) {
        this.valve = valve;
    }

    @Override
    public void stop(Runnable callback) {
        Thread thread = new Thread(
                () -> {
                    awaitIdle();
                    this.running = false;
                    callback.run();
                },
                "tuned-threads-drain");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns at the latest when Tomcat stops, after the phase's time is over. */
    private void awaitIdle() {
        while (!this.valve.isIdle() && this.valve.getState().isAvailable()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    @Override
    public void stop() {
        this.running = false;
    }

    @Override
    public void start() {
        this.running = true;
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE;
    }
}
