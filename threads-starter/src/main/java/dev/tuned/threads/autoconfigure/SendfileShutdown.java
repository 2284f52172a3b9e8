/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

import dev.tuned.threads.sendfile.Transfers;

/**
 * Part of a graceful shutdown: Boot waits for requests, but a request ends when its file is handed over, so that a client
 * which reads slowly would get a part of it. Waits, between the end of the last request and the stop of the server, until all
 * is sent; at most {@code spring.lifecycle.timeout-per-shutdown-phase}, after which Spring says that this was given up.
 */
final class SendfileShutdown extends ShutdownStep {

    private static final Log logger = LogFactory.getLog(SendfileShutdown.class);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Transfers transfers;

    SendfileShutdown(Transfers transfers) {
        super(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE - 512);
        this.transfers = transfers;
    }

    @Override
    public void stop(Runnable callback) {
        stopAfter(this::awaitTransfers, callback);
    }

    private void awaitTransfers() {
        int pending = pending();
        if (pending > 0) {
            logger.info("Waiting for " + pending + " file(s) that are being sent");
        }
        while (pending > 0) {
            LockSupport.parkNanos(POLL_NANOS);
            pending = pending();
        }
    }

    /** Asks again before it believes in none: a request that has just ended may not have begun to send. */
    private int pending() {
        int pending = this.transfers.count();
        if (pending == 0) {
            LockSupport.parkNanos(POLL_NANOS);
            pending = this.transfers.count();
        }
        return pending;
    }
}
