/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A peer in a JVM of its own, with the figures of what it was asked for. For one thread. */
final class LoggingProcess implements AutoCloseable {

    private final Process process;
    private final Writer in;
    private final BufferedReader err;
    private final Path file;
    private long events;
    private long lines;

    /** Starts it, with its files in a directory that the caller deletes. */
    LoggingProcess(Peer peer, Path directory) throws IOException {
        file = directory.resolve(peer + ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xms256m", "-Xmx256m"));
        if (peer == Peer.LOG4J) {
            command.addAll(Log4jTarget.JVM_OPTIONS);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LoggingJvm.class.getName()));
        command.addAll(List.of(peer.name(), file.toString()));
        // Appended to, because it is emptied now and then.
        Path output = peer.isConsole() ? file : directory.resolve(peer + ".out");
        process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
        in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        err = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    }

    Outcome run(Work work) throws IOException {
        in.write(work.format() + "\n");
        in.flush();
        events += work.events();
        return outcome();
    }

    private Outcome outcome() throws IOException {
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            if (line.startsWith(LoggingJvm.OUTCOME)) {
                Outcome outcome = Outcome.parse(line.substring(LoggingJvm.OUTCOME.length()));
                lines += outcome.lines();
                return outcome;
            }
            System.err.println(line);
        }
        throw new EOFException("The logging JVM ended");
    }

    /** Runs for about so many seconds and returns the work with as many events as take a round's CPU time. */
    Work warmUp(Work work, double seconds, double roundSeconds) throws IOException {
        Work next = work.events(1000);
        long end = System.nanoTime() + (long) (seconds * 1e9);
        do {
            // The first may cost less than a step of the clock.
            double nanosEach = Math.max(1, run(next).cpuNanos()) / (double) next.events();
            next = next.events((long) Math.min(4.0 * next.events(), roundSeconds * 1e9 / nanosEach));
        } while (System.nanoTime() < end);
        return next;
    }

    /** Ends logging and returns how many calls so far have no line. */
    long end() throws IOException {
        in.close();
        outcome();
        return events - lines;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        process.onExit().join();
        Files.deleteIfExists(file);
    }
}
