/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An application in a JVM of its own, in an empty directory of its own. */
public final class RunningApplication implements AutoCloseable {

    private static final Path TEST_CLASSES = Path.of("target/test-classes").toAbsolutePath();

    private final Application application;
    private final Process process;
    private final Path directory;
    private final Duration patience;
    private final Recording recording = new Recording();
    private volatile String served = "";

    private RunningApplication(Application application, Process process, Path directory, Duration patience) {
        this.application = application;
        this.process = process;
        this.directory = directory;
        this.patience = patience;
    }

    /** Starts it; {@link #awaitReady()} waits. */
    static RunningApplication start(Application application, Jdk jdk, Path directory, Duration patience)
            throws IOException {
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.createDirectories(home.resolve("tmp"));
        List<Path> directories = new ArrayList<>(application.resources());
        directories.add(TEST_CLASSES);
        List<String> command = new ArrayList<>(List.of(
                jdk.java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-Duser.timezone=UTC",
                "-Duser.language=en",
                "-Djava.io.tmpdir=" + home.resolve("tmp"),
                "-Ddropin.notes=" + directory.resolve("notes"),
                "-Ddropin.ready=" + directory.resolve("ready")));
        command.addAll(application.jvmOptions());
        command.addAll(List.of(
                "-cp",
                application.classPath().value(directories),
                application.main().getName()));
        command.addAll(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--logging.pattern.console=%-5level %logger %msg%n"));
        command.addAll(application.arguments());
        Files.write(directory.resolve("command"), command);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .redirectInput(new File("/dev/null"));
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA_") || name.startsWith("MAVEN_"));
        return new RunningApplication(application, builder.start(), directory, patience);
    }

    /** Waits until the application is ready or has ended. */
    void awaitReady() throws Exception {
        long end = System.nanoTime() + patience.toNanos();
        while (!isReady() && process.isAlive()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("not ready after " + patience + ", see " + directory);
            }
            Thread.sleep(20);
        }
    }

    /** Whether it got as far as being ready. One that fails at its start does not. */
    public boolean isReady() {
        return Files.exists(directory.resolve("ready"));
    }

    public boolean isWeb() {
        return isReady() && !read("ready").isEmpty();
    }

    /** Whether it is the one with this starter. */
    public boolean has(Starter starter) {
        return application.classPath().dependencies().contains(starter.artifact());
    }

    /** The port that it listens on at 127.0.0.1. */
    public int port() {
        if (!isWeb()) {
            throw new IllegalStateException("no web server is running, see " + directory);
        }
        return Integer.parseInt(read("ready"));
    }

    public long pid() {
        return process.pid();
    }

    /** What its process wrote to standard output so far. */
    public String output() {
        return read("out");
    }

    /** What it wrote to standard error so far. */
    public String errors() {
        return read("err");
    }

    /** Its working directory; the temporary files are in {@code tmp} there. */
    public Path directory() {
        return directory.resolve("home");
    }

    /** Text of a file in its working directory. */
    public String file(String name) {
        return read("home/" + name);
    }

    /** Takes how its requests were served, for the end of the build. */
    public void served(Object how) {
        served = how.toString();
    }

    String served() {
        return served;
    }

    /** Waits for the process to end by itself. */
    public void awaitEnd() throws InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("still running after " + patience + ", see " + directory);
        }
    }

    /** Asks it to end (SIGTERM) and waits. */
    public void stop() throws InterruptedException {
        process.destroy();
        awaitEnd();
    }

    Recording recording() {
        return recording;
    }

    /** Stops it and records what is known only then: its own notes, its output, its exit, files left. */
    Recording end() throws Exception {
        stop();
        readNotes();
        recording.add("process", "exit", process.exitValue());
        recording.add("process", "log", output());
        recording.add("process", "stderr", errors());
        try (Stream<Path> files = Files.walk(directory())) {
            recording.add(
                    "process",
                    "files",
                    files.map(file -> directory().relativize(file).toString())
                            .sorted()
                            .collect(Collectors.joining("\n")));
        }
        return recording;
    }

    /** Stock has to work, or nothing is compared. */
    void requireItRan() {
        if (!isReady() && process.exitValue() != 0) {
            throw new IllegalStateException("stock ended with " + process.exitValue() + ", see " + directory);
        }
    }

    private void readNotes() throws IOException {
        Path notes = directory.resolve("notes");
        if (!Files.exists(notes)) {
            return;
        }
        try (DataInputStream in = new DataInputStream(Files.newInputStream(notes))) {
            while (true) {
                recording.add(text(in), text(in), text(in));
            }
        } catch (EOFException ex) {
            // All notes are read; one that was cut off when its process died is not compared.
        }
    }

    private static String text(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String read(String name) {
        try {
            Path file = directory.resolve(name);
            return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
