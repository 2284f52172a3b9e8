/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import dev.tuned.logging.app.LoggingApplication;
import dev.tuned.logging.app.RestartedApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** {@link LoggingApplication} in a JVM of its own: the one that runs the test, with or without the starter on its class path. */
final class ForkedJvm implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path out;
    private final Path err;

    private ForkedJvm(Path directory, List<String> command) throws IOException {
        this.out = directory.resolve("out.txt");
        this.err = directory.resolve("err.txt");
        this.process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
    }

    static ForkedJvm tuned(Path directory, String... arguments) throws IOException {
        return new ForkedJvm(directory, command(StarterClassPath.value(), LoggingApplication.class, arguments));
    }

    /** The class path of the tests, whose Tomcat keeps the JVM, and Boot's devtools, which the tests have not on theirs. */
    static ForkedJvm restarted(Path directory, String... arguments) throws IOException {
        Path devtools = starter().resolveSibling("devtools").resolve("spring-boot-devtools.jar");
        String classPath = System.getProperty("java.class.path") + File.pathSeparator + devtools;
        return new ForkedJvm(directory, command(classPath, RestartedApplication.class, arguments));
    }

    static ForkedJvm stock(Path directory, String... arguments) throws IOException {
        String starter = starter().toString();
        String classPath = Arrays.stream(StarterClassPath.value().split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).toAbsolutePath().toString().equals(starter))
                .collect(Collectors.joining(File.pathSeparator));
        return new ForkedJvm(directory, command(classPath, LoggingApplication.class, arguments));
    }

    private static Path starter() {
        try {
            return Path.of(AsyncLogging.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static List<String> command(String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath));
        List<String> options = Arrays.stream(arguments)
                .filter(a -> a.startsWith("-D") || a.startsWith("-X"))
                .toList();
        command.addAll(options);
        command.add(main.getName());
        Arrays.stream(arguments).filter(a -> !options.contains(a)).forEach(command::add);
        return command;
    }

    /** Waits for a line on standard error, where the application tells how far it is. */
    ForkedJvm awaitError(String line) {
        await().atMost(PATIENCE).until(() -> Files.readAllLines(err).contains(line) || !process.isAlive());
        assertThat(process.isAlive()).as(this::errors).isTrue();
        return this;
    }

    void terminate() {
        process.destroy();
        awaitEnd();
    }

    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    void pressEnter() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    int awaitEnd() {
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
        return process.exitValue();
    }

    List<String> output() throws IOException {
        return Files.readAllLines(out);
    }

    String errors() {
        try {
            return Files.readString(err);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
