/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;

import dev.tuned.bench.process.ServiceProcess;

/**
 * The output of a process: a pipe, which a thread reads into a file. While nobody reads it, it takes what fits into a
 * pipe, 64 KB on Linux, and then no more. Thread-safe.
 */
final class PipedOutput {

    private static final int SIZE = 8192;
    private static final long POLL_MILLIS = 5;

    private static final Map<ServiceProcess, PipedOutput> OF_SERVICES =
            Collections.synchronizedMap(new WeakHashMap<>());

    private volatile boolean unread;

    /** The output of a service that was started with one. */
    static PipedOutput of(ServiceProcess service) {
        return Objects.requireNonNull(OF_SERVICES.get(service));
    }

    void belongsTo(ServiceProcess service) {
        OF_SERVICES.put(service, this);
    }

    /** Reads a pipe to its end. */
    void read(InputStream pipe, Path file) {
        Thread reader = new Thread(() -> copy(pipe, file), "output of " + file);
        reader.setDaemon(true);
        reader.start();
    }

    private void copy(InputStream pipe, Path file) {
        byte[] bytes = new byte[SIZE];
        try (pipe;
                OutputStream out = Files.newOutputStream(file)) {
            for (int count = pipe.read(bytes); count >= 0; count = pipe.read(bytes)) {
                out.write(bytes, 0, count);
                while (unread) {
                    Thread.sleep(POLL_MILLIS);
                }
            }
        } catch (IOException ex) {
            // The pipe is closed, and the process gets to know: as a reader that has gone.
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on nobody reads: at most one more piece of 8 KB is taken from the pipe. */
    void stopReading() {
        unread = true;
    }

    /** From now on the pipe is read again. */
    void readAgain() {
        unread = false;
    }
}
