/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Cleans up if this process is killed: a small process that outlives this one ends child processes, unmounts file
 * systems and deletes files. It reads lines from a pipe that only this process holds, and when the pipe ends, it runs
 * the last one: the commands that were not withdrawn. It starts with the first command, where there is a {@code sh}.
 * Thread-safe.
 */
public final class Watchdog implements AutoCloseable {

    private static final long END_SECONDS = 30;

    /** Ctrl-C is for the whole group of processes, and for this one not to end by. */
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            while IFS= read -r line; do all=$line; done
            eval "$all" > /dev/null 2>&1
            """;

    private final Deque<Guard> guards = new ArrayDeque<>();
    private @Nullable Process process;
    private boolean started;

    /** A command that is run if this process is killed. */
    public final class Guard implements AutoCloseable {

        private final String command;

        private Guard(String command) {
            this.command = command;
        }

        /** Takes the command back: what it was for has been done. */
        @Override
        public void close() {
            synchronized (Watchdog.this) {
                guards.remove(this);
                say();
            }
        }
    }

    /** Has a command run should this process be killed; the last one first. */
    public synchronized Guard guard(String... command) {
        Guard guard = new Guard(Stream.of(command)
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ")));
        guards.push(guard);
        say();
        return guard;
    }

    private void say() {
        start();
        if (process == null) {
            return;
        }
        String line = guards.stream()
                .map(each -> each.command)
                .filter(command -> !command.contains("\n"))
                .collect(Collectors.joining("; ", "", "\n"));
        try {
            process.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException ex) {
            process = null;
        }
    }

    private void start() {
        if (started) {
            return;
        }
        started = true;
        Path setsid = Path.of("/usr/bin/setsid");
        List<String> command = Files.isExecutable(setsid)
                ? List.of(setsid.toString(), "sh", "-c", SCRIPT)
                : List.of("sh", "-c", SCRIPT);
        try {
            process = new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException ex) {
            // No sh, no watchdog: what is left then is the shutdown hook.
            process = null;
        }
    }

    /** Ends it; what was not taken back is run now. */
    @Override
    public synchronized void close() {
        if (process == null) {
            return;
        }
        try {
            process.getOutputStream().close();
        } catch (IOException ex) {
            process.destroy();
        }
        process.onExit()
                .completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS)
                .join();
        process = null;
    }
}
