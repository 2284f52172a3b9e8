/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.bench.process.CheapJvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The program as its users start it, and, where the process is not what a test is about, inside the test's own. */
public final class Program {

    static final String STREAMING = jar("streaming", "streaming");
    static final String STOCK = jar("catalog-stock", "catalog-stock");

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String JAR = jar("bench", "tuned-bench");

    /** What a run came to: its exit code, and all that it printed. */
    public record Ended(int code, String output) {}

    private Program() {}

    /** The executable jar of an example. */
    public static String jar(String module, String name) {
        return Path.of("..", module, "target", name + ".jar")
                .toAbsolutePath()
                .normalize()
                .toString();
    }

    /** A process of the program in a directory. */
    static ProcessBuilder process(Path directory, List<String> arguments) {
        return process(JAR, List.of(), directory, arguments);
    }

    /** A process of a program in a directory. */
    public static ProcessBuilder process(String jar, List<String> flags, Path directory, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("java"));
        command.addAll(CheapJvm.FLAGS);
        command.addAll(flags);
        command.addAll(List.of("-jar", jar));
        command.addAll(arguments);
        return new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    }

    /** Waits for the end of a process. */
    public static Ended ended(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    /**
     * Sends a program a signal when it has said something, and checks that nothing is left of it: no process, and no file
     * in its temporary directory.
     *
     * @param said what a line contains
     * @param processes how many processes it has at least by then
     */
    public static void assertThatNothingIsLeft(
            ProcessBuilder builder, String said, int processes, String signal, Path temporary) throws Exception {
        Process program = builder.start();
        try (BufferedReader lines = program.inputReader()) {
            for (String line = lines.readLine(); line != null && !line.contains(said); ) {
                line = lines.readLine();
            }
            // Services start side by side: what was said of one may come before another has begun.
            await("its processes")
                    .atMost(PATIENCE)
                    .until(() -> program.descendants().count() >= processes);
            Set<Long> started = program.descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
            new ProcessBuilder("kill", "-" + signal, Long.toString(program.pid()))
                    .start()
                    .waitFor();
            assertThat(lines.lines()).noneMatch(line -> line.startsWith("\tat "));
            program.waitFor();
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(started.stream().filter(Program::isAlive)).isEmpty();
                assertThat(filesIn(temporary)).isEmpty();
            });
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static Set<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.toString().contains("hsperfdata")).collect(Collectors.toSet());
        }
    }

    /** Runs the program without a process of its own. */
    static Ended inside(String... arguments) {
        StringWriter output = new StringWriter();
        PrintWriter writer = new PrintWriter(output);
        int code = Bench.commandLine().setOut(writer).setErr(writer).execute(arguments);
        writer.flush();
        return new Ended(code, output.toString());
    }
}
