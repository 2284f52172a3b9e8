/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;

import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.ServiceProcess;

/**
 * Asks a service now and then, on a new connection, whether it is still there. One that does not answer within 4 s is
 * gone, or within 2 s if it has reported an {@code OutOfMemoryError}, and is killed.
 */
final class Watch implements AutoCloseable {

    private static final LoadRequest HELLO = LoadRequest.get("/hello", Expectation.startsWith(200, new byte[0]));
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** A busy machine makes a healthy service slow. */
    private static final int TRIES = 2;

    private static final long PAUSE_MILLIS = 200;

    private final ServiceProcess service;
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean gone;

    Watch(ServiceProcess service) {
        this.service = service;
        thread = new Thread(this::watch, "watch of " + service.name());
        thread.start();
    }

    private void watch() {
        try {
            int unanswered = 0;
            while (!gone && !(closed && unanswered == 0)) {
                Thread.sleep(PAUSE_MILLIS);
                unanswered = answers() ? 0 : unanswered + 1;
                gone = unanswered == TRIES || (unanswered > 0 && hasNoMemory());
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        if (gone) {
            service.kill();
        }
    }

    private boolean answers() {
        try {
            return Exchange.send(service.address(), HELLO, PATIENCE).status() == 200;
        } catch (IOException ex) {
            return false;
        }
    }

    private boolean hasNoMemory() {
        try {
            return Files.readString(service.log(), StandardCharsets.ISO_8859_1).contains("OutOfMemoryError");
        } catch (IOException ex) {
            return false;
        }
    }

    boolean isGone() {
        return gone;
    }

    /** Ends the watch, as soon as the service has answered or is gone. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException ex) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
