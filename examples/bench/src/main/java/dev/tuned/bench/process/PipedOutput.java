/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The output of a process: a pipe, which a thread reads into a file. While nobody reads it, it takes what fits into a
 * pipe, 64 KB on Linux, and then no more. Thread-safe.
 */
public final class PipedOutput {

    private static final int SIZE = 8192;
    private static final long POLL_MILLIS = 5;

    private volatile boolean unread;

    private PipedOutput() {}

    /** Reads a pipe to its end. */
    static PipedOutput read(InputStream pipe, Path file) throws IOException {
        PipedOutput output = new PipedOutput();
        OutputStream out = Files.newOutputStream(file);
        Thread reader = new Thread(() -> output.copy(pipe, out), "output of " + file);
        reader.setDaemon(true);
        reader.start();
        return output;
    }

    private void copy(InputStream pipe, OutputStream out) {
        byte[] bytes = new byte[SIZE];
        try (pipe;
                out) {
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
    public void stopReading() {
        unread = true;
    }

    /** From now on the pipe is read again. */
    public void readAgain() {
        unread = false;
    }
}
