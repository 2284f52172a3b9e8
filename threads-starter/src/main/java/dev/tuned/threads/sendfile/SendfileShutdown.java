/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

import dev.tuned.threads.plan.ShutdownStep;

/**
 * Part of a graceful shutdown: Boot waits for requests, but a request ends when its file is handed over, so that a client
 * which reads slowly would get a part of it. Waits, between the end of the last request and the stop of the server, until all
 * is sent, as long as {@code spring.lifecycle.timeout-per-shutdown-phase} leaves time after the wait for requests: both
 * together take no longer than Boot waits for requests whose files are copied.
 */
final class SendfileShutdown extends ShutdownStep {

    private static final Log logger = LogFactory.getLog(SendfileShutdown.class);

    private static final int REQUESTS = WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE;

    private static final int FILES = REQUESTS - 512;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Transfers transfers;

    private final long timeout;

    private volatile long begun = System.nanoTime();

    /** @param timeout longest wait for requests and files together */
    SendfileShutdown(Transfers transfers, Duration timeout) {
        super(FILES);
        this.transfers = transfers;
        // A little less than Spring waits, so that this ends by itself.
        this.timeout = TimeUnit.NANOSECONDS.convert(timeout) - 3 * POLL_NANOS;
    }

    /** Notes when the wait for requests begins. */
    SmartLifecycle begin() {
        return new ShutdownStep(REQUESTS) {

            @Override
            public void stop() {
                SendfileShutdown.this.begun = System.nanoTime();
                super.stop();
            }
        };
    }

    @Override
    public void stop(Runnable callback) {
        stopAfter(this::awaitTransfers, callback);
    }

    private void awaitTransfers() {
        int pending = pending();
        if (pending > 0) {
            logger.info("tuned threads: waiting for " + pending + " file(s) that are being sent");
        }
        while (pending > 0 && System.nanoTime() - this.begun < this.timeout) {
            LockSupport.parkNanos(POLL_NANOS);
            pending = pending();
        }
        if (pending > 0) {
            logger.info("tuned threads: gives up " + pending + " file(s) that are being sent");
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
