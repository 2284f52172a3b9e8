/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a Java process is started.
 *
 * @param name what messages and the log file call it
 * @param java the {@code java} executable
 * @param jvmFlags flags of the JVM
 * @param entry what is run: {@code -jar FILE}, or {@code -cp PATH MAIN}
 * @param arguments arguments of the application
 * @param piped whether its output is a pipe that we read, which can be stopped, instead of a file
 */
public record Launch(
        String name, Path java, List<String> jvmFlags, List<String> entry, List<String> arguments, boolean piped) {

    /** One without variables, whose output is a file. */
    public Launch(String name, Path java, List<String> jvmFlags, List<String> entry, List<String> arguments) {
        this(name, java, jvmFlags, entry, arguments, false);
    }

    /** Runs an executable jar. */
    public static Launch jar(String name, Path java, List<String> jvmFlags, Path jar) {
        return new Launch(name, java, jvmFlags, List.of("-jar", jar.toString()), List.of());
    }

    /** The same with further arguments of the application. */
    public Launch with(List<String> more) {
        return new Launch(name, java, jvmFlags, entry, joined(arguments, more), piped);
    }

    /** The same with further flags of the JVM. */
    public Launch withJvmFlags(List<String> more) {
        return new Launch(name, java, joined(jvmFlags, more), entry, arguments, piped);
    }

    /** The same with a pipe as output. */
    public Launch withPipedOutput() {
        return new Launch(name, java, jvmFlags, entry, arguments, true);
    }

    public List<String> command() {
        return joined(joined(List.of(java.toString()), jvmFlags), joined(entry, arguments));
    }

    /**
     * Builds the process of a service.
     *
     * @param directory the directory for its files, created where it does not exist
     * @param log takes its output, unless that is a pipe
     * @param port where it listens, on the loopback interface
     */
    ProcessBuilder builder(Path directory, Path log, int port) throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        return new ProcessBuilder(withJvmFlags(List.of("-Djava.io.tmpdir=" + temporary))
                        .with(List.of("--server.address=127.0.0.1", "--server.port=" + port))
                        .command())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(piped ? Redirect.PIPE : Redirect.to(log.toFile()));
    }

    private static List<String> joined(List<String> first, List<String> more) {
        return Stream.concat(first.stream(), more.stream()).toList();
    }
}
