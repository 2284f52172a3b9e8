/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Expected;

/**
 * Asks a service now and then, on a new connection, whether it is still there. It is gone, and is killed, if it does not
 * answer within a second and has reported an {@code OutOfMemoryError}, or nothing else has moved for twenty.
 */
final class Watch implements AutoCloseable {

    private static final LoadRequest HELLO = LoadRequest.get("/hello", Expected.status(200));
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** On a busy machine a healthy service takes long until its first answer: at a load of 45 one was killed after five seconds. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final long PAUSE_MILLIS = 200;

    private final ServiceProcess service;
    private final LongSupplier quietNanos;
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean gone;

    /** @param quietNanos for how long nothing has moved between the service and its clients */
    Watch(ServiceProcess service, LongSupplier quietNanos) {
        this.service = service;
        this.quietNanos = quietNanos;
        thread = new Thread(this::watch, "watch of " + service.name());
        thread.start();
    }

    private void watch() {
        try {
            boolean answered = false;
            while (!gone && !(closed && answered)) {
                Thread.sleep(PAUSE_MILLIS);
                answered = answers();
                gone = !answered && (hasNoMemory() || quietNanos.getAsLong() > QUIET_NANOS);
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
