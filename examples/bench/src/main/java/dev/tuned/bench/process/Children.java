/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The child processes that are running, so that none outlives us whatever happens. Thread-safe. */
public final class Children implements AutoCloseable {

    private static final long GRACE_SECONDS = 120;

    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final Ports ports = new Ports();
    private boolean closed;

    /** Starts a process, unless the children have been ended: nothing is started while we go down. */
    public synchronized Process start(ProcessBuilder builder) throws IOException {
        if (closed) {
            throw new IOException("not started: the run is ending");
        }
        Process process = builder.start();
        running.add(process);
        return process;
    }

    /** A port for a child to listen on, which no other child gets. */
    int choosePort() throws IOException {
        return ports.choose();
    }

    /** Asks a process to end, waits two minutes, which writing a cache for fast launches may take, then kills it. */
    public void stop(Process process) {
        process.destroy();
        await(process);
    }

    private void await(Process process) {
        boolean interrupted = false;
        try {
            process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            interrupted = true;
        }
        process.destroyForcibly().onExit().join();
        running.remove(process);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends every child and waits until all are gone; none can be started from now on. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        running.forEach(Process::destroy);
        running.forEach(this::await);
    }
}
