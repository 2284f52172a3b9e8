/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tuned.logging.StarterClassPath;

import static org.assertj.core.api.Assertions.assertThat;

/** A {@link FaultApplication} in a JVM of its own, from the side of the test. */
final class FaultJvm implements AutoCloseable {

    /** Far longer than anything takes: what ends a wait is the fault's effect, or that it never comes. */
    static final int PATIENCE_SECONDS = 120;

    /** An argument: there is a console, and it is read by {@link #readOutput}. */
    static final String PIPED = "--logging.threshold.console=INFO";

    private static final Pattern LOST =
            Pattern.compile("tuned logging: (\\d+) lines were not written to (?:FILE|BEHIND)");
    private static final String GONE = "gone";

    private final Process process;
    private Path counters;
    private final Thread listener;
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private FaultJvm(Process process, Path counters) {
        this.process = process;
        this.counters = counters;
        this.listener = new Thread(this::listen, "errors of " + process.pid());
        this.listener.start();
        answer("ready");
    }

    /** With the starter writing {@code app.log}; {@code --} arguments go to Spring, the others to the JVM. */
    static FaultJvm starter(Jdk jdk, Path directory, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--logging.file.name=" + directory.resolve("app.log"));
        if (!all.contains(PIPED)) {
            all.add("--logging.threshold.console=OFF");
        }
        // Who writes his lines himself fills many of the default.
        all.add("--logging.logback.rollingpolicy.max-file-size=1GB");
        all.add("--spring.main.banner-mode=off");
        // Others on this machine may have its port.
        all.add("--spring.main.web-application-type=none");
        all.add("--logging.level.root=WARN");
        all.add("--logging.level.load=INFO");
        all.add("--logging.level.dev.tuned.logging=WARN");
        all.add("--logging.pattern.console=" + Tally.PATTERN);
        all.add("--logging.pattern.file=" + Tally.PATTERN);
        return start(jdk, directory, all);
    }

    /** With Logback alone, and an appender in XML: what it is set to, and what is behind it. */
    static FaultJvm plain(Jdk jdk, Path directory, String settings, String behind, String... options)
            throws IOException {
        Path file = write(directory, settings, behind);
        List<String> all = new ArrayList<>(List.of(options));
        all.add("-Dlogback.configurationFile=" + file);
        return start(jdk, directory, all);
    }

    /** Goes on in another directory, as if it were new; the JVM must be one with Logback alone. */
    void configure(Path directory, String settings, String behind) throws IOException {
        write(directory, settings, behind);
        counters = directory.resolve(FaultApplication.COUNTERS);
        tell("configure " + directory);
    }

    private static Path write(Path directory, String settings, String behind) throws IOException {
        return Files.writeString(directory.resolve(FaultApplication.CONFIGURATION), """
                <configuration>
                  %s
                  <appender name="FILE" class="dev.tuned.logging.TunedAsyncAppender">
                    %s
                    <appender-ref ref="BEHIND"/>
                  </appender>
                  <root level="INFO">
                    <appender-ref ref="FILE"/>
                  </root>
                </configuration>
                """.formatted(behind, settings));
    }

    /** A file behind such an appender. */
    static String file(Path file) {
        return """
                <appender name="BEHIND" class="ch.qos.logback.core.FileAppender">
                  <file>%s</file>
                  <encoder><pattern>%s</pattern></encoder>
                </appender>
                """.formatted(file, Tally.PATTERN);
    }

    private static FaultJvm start(Jdk jdk, Path directory, List<String> arguments) throws IOException {
        Path counters = directory.resolve(FaultApplication.COUNTERS);
        List<String> command = new ArrayList<>();
        command.add(jdk.java().toString());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        command.add("-D" + FaultApplication.COUNTERS + "=" + counters);
        arguments.stream().filter(each -> !each.startsWith("--")).forEach(command::add);
        command.addAll(List.of("-cp", StarterClassPath.value(), FaultApplication.class.getName()));
        arguments.stream().filter(each -> each.startsWith("--")).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        if (!arguments.contains(PIPED)) {
            builder.redirectOutput(directory.resolve("out.txt").toFile());
        }
        return new FaultJvm(builder.start(), counters);
    }

    private void listen() {
        try (BufferedReader reader = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith(FaultApplication.ANSWER)) {
                    answers.add(line.substring(FaultApplication.ANSWER.length()));
                } else {
                    errors.add(line);
                }
            }
        } catch (IOException ex) {
            errors.add(ex.toString());
        }
        answers.add(GONE);
    }

    /** Has a command obeyed. */
    String tell(String command) throws IOException {
        order(command);
        return answer(command);
    }

    /** Sends a command without waiting for the answer. */
    void order(String command) throws IOException {
        try {
            process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException ex) {
            throw new IOException(command + " after " + errors, ex);
        }
    }

    /** Waits for the answer to the next command that has none. */
    String answer(String command) {
        try {
            String answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(answer)
                    .as(() -> "answer to " + command + " after " + errors)
                    .isNotNull();
            return answer;
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Reads the console until the end of the JVM. */
    Thread readOutput(Tally tally) {
        Thread reader = new Thread(
                () -> {
                    try {
                        tally.read(new BufferedInputStream(process.getInputStream()));
                    } catch (IOException ex) {
                        errors.add(ex.toString());
                    }
                },
                "output of " + process.pid());
        reader.start();
        return reader;
    }

    /** Nobody reads the console any more. */
    void closeOutput() throws IOException {
        process.getInputStream().close();
    }

    /** How many logging calls have returned, by thread. */
    int[] returned() throws IOException {
        return Producers.returned(counters);
    }

    long returnedInTotal() throws IOException {
        return Arrays.stream(returned()).asLongStream().sum();
    }

    /** Limits the size of the files it writes, from now on. */
    void limitFileSize(String bytes) throws IOException {
        Process limit = new ProcessBuilder(
                        "prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + bytes + ":unlimited")
                .inheritIO()
                .start();
        assertThat(end(limit)).isZero();
    }

    void terminate() {
        // Process.destroy would also close the pipes, and the application takes the end of its commands for the end of
        // the test.
        process.toHandle().destroy();
        awaitEnd();
    }

    /** Asks it to end, kills it after a while if it has not, and returns its exit code. */
    int terminate(Duration until) {
        process.toHandle().destroy();
        process.toHandle()
                .onExit()
                .completeOnTimeout(process.toHandle(), until.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        process.toHandle().destroyForcibly();
        return awaitEnd();
    }

    void kill() {
        process.toHandle().destroyForcibly();
        awaitEnd();
    }

    int exit() throws IOException {
        order("exit");
        return awaitEnd();
    }

    /** Waits for the end of the JVM, and of what it has to say. */
    int awaitEnd() {
        int code = end(process);
        try {
            listener.join();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
        return code;
    }

    private int end(Process which) {
        try {
            assertThat(which.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as(() -> "ends, after " + errors)
                    .isTrue();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
        return which.exitValue();
    }

    /** What it printed on standard error, without the answers. */
    List<String> errors() {
        return errors;
    }

    /** How many events it said on standard error it has not written, when it ended. */
    long eventsToldAsLost() {
        return errors.stream()
                .map(LOST::matcher)
                .filter(Matcher::find)
                .mapToLong(told -> Long.parseLong(told.group(1)))
                .sum();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
