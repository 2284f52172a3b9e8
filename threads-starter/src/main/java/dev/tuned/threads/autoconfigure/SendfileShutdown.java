/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

import dev.tuned.threads.sendfile.Transfers;

/**
 * Part of a graceful shutdown: Boot waits for requests, but a request ends when its file is handed over, so that a client
 * which reads slowly would get a part of it. Waits, between the end of the last request and the stop of the server, until all
 * is sent; at most {@code spring.lifecycle.timeout-per-shutdown-phase}, after which Spring says that this was given up.
 */
final class SendfileShutdown implements SmartLifecycle {

    private static final Log logger = LogFactory.getLog(SendfileShutdown.class);

    private static final long POLL_MILLIS = 50;

    private final Transfers transfers;

    private final boolean graceful;

    private volatile boolean running;

    SendfileShutdown(Transfers transfers, boolean graceful) {
        this.transfers = transfers;
        this.graceful = graceful;
    }

    @Override
    public int getPhase() {
        return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE - 512;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public void start() {
        this.running = true;
    }

    @Override
    public void stop() {
        this.running = false;
    }

    @Override
    public void stop(Runnable callback) {
        if (!this.graceful) {
            end(callback);
            return;
        }
        Thread waiting = new Thread(() -> awaitTransfers(callback), "tuned-sendfile-shutdown");
        waiting.setDaemon(true);
        waiting.start();
    }

    private void awaitTransfers(Runnable callback) {
        try {
            int pending = pending();
            if (pending > 0) {
                logger.info("Waiting for " + pending + " file(s) that are being sent");
            }
            while (pending > 0) {
                Thread.sleep(POLL_MILLIS);
                pending = pending();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } finally {
            end(callback);
        }
    }

    /** Asks again before it believes in none: a request that has just ended may not have begun to send. */
    private int pending() throws InterruptedException {
        int pending = this.transfers.count();
        if (pending == 0) {
            Thread.sleep(POLL_MILLIS);
            pending = this.transfers.count();
        }
        return pending;
    }

    private void end(Runnable callback) {
        this.running = false;
        callback.run();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
