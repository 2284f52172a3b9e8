/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tuned.bench.process.CheapJvm;

/** The program as its users start it, and, where the process is not what a test is about, inside the test's own. */
public final class Program {

    static final String STREAMING = jar("streaming", "streaming");
    static final String STOCK = jar("catalog-stock", "catalog-stock");

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

    /** Runs the program without a process of its own. */
    static Ended inside(String... arguments) {
        StringWriter output = new StringWriter();
        PrintWriter writer = new PrintWriter(output);
        int code = Bench.commandLine().setOut(writer).setErr(writer).execute(arguments);
        writer.flush();
        return new Ended(code, output.toString());
    }
}
