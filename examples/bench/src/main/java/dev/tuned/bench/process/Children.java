/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The child processes that are running and a directory for their files, so that none outlives us whatever happens, not
 * even if we are killed. Thread-safe.
 */
public final class Children implements AutoCloseable {

    /** A service writes its cache for fast launches when it ends. */
    private static final long GRACE_SECONDS = 120;

    /** A service that is still starting ends only when it has started. */
    private static final long CLOSE_SECONDS = 5;

    private final Map<Process, Watchdog.Guard> running = new ConcurrentHashMap<>();
    private final Watchdog watchdog = new Watchdog();
    private @Nullable Path directory;
    private boolean closed;

    /** Starts a process, unless the children have been ended: nothing is started while we go down. */
    public synchronized Process start(ProcessBuilder builder) throws IOException {
        if (closed) {
            throw new IOException("not started: the run is ending");
        }
        Process process = builder.start();
        String pid = Long.toString(process.pid());
        // A killed JVM leaves the socket of its attach listener and the file of its counters.
        String kill = "kill -9 " + pid + "; rm -f /tmp/.java_pid" + pid + " /tmp/hsperfdata_*/" + pid;
        running.put(process, watchdog.guard("sh", "-c", kill));
        return process;
    }

    /**
     * A temporary directory, which is deleted when the children have been ended.
     *
     * @throws IOException saying where none can be created
     */
    public synchronized Path directory() throws IOException {
        if (directory == null) {
            String prefix = "tuned-bench-" + ProcessHandle.current().pid() + "-";
            try {
                directory = Files.createTempDirectory(prefix);
            } catch (IOException ex) {
                throw new IOException(
                        "no directory can be created in " + System.getProperty("java.io.tmpdir")
                                + " (another one: java -Djava.io.tmpdir=DIRECTORY -jar …): " + ex,
                        ex);
            }
            String delete = "rm -rf '" + directory + "'";
            Watchdog.Guard unused = guard("sh", "-c", delete + " || { sleep 2; " + delete + "; }");
        }
        return directory;
    }

    /** Has a command run should this process be killed: what undoes something beside the children. */
    public Watchdog.Guard guard(String... command) {
        return watchdog.guard(command);
    }

    /** Asks a process to end, waits up to two minutes, then kills it. */
    public void stop(Process process) {
        process.destroy();
        await(process, GRACE_SECONDS);
    }

    private void await(Process process, long seconds) {
        process.onExit().completeOnTimeout(process, seconds, TimeUnit.SECONDS).join();
        process.destroyForcibly().onExit().join();
        Watchdog.Guard guard = running.remove(process);
        if (guard != null) {
            guard.close();
        }
    }

    /**
     * Ends every child, kills those that do not end within five seconds each, and waits until all are gone; none can be
     * started from now on. Deletes the directory.
     */
    @Override
    public synchronized void close() {
        closed = true;
        running.keySet().forEach(Process::destroy);
        running.keySet().forEach(each -> await(each, CLOSE_SECONDS));
        watchdog.close();
        if (directory != null && Files.exists(directory)) {
            delete(directory);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException ex) {
            System.err.println("A directory is left: " + ex.getMessage());
        }
    }
}
