/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.logging.StarterClassPath;

import static org.assertj.core.api.Assertions.assertThat;

/** No line is within another one, whoever else writes to the same file or pipe. */
@Tag("thorough")
class SharedOutputIT {

    private static final int EACH = 12_000;

    private static final String CONFIGURATION = """
            <configuration>
              <appender name="BEHIND" class="ch.qos.logback.core.%s">
                %s
                <encoder><pattern>%%msg%%n</pattern></encoder>
              </appender>
              <appender name="OUTPUT" class="dev.tuned.logging.TunedAsyncAppender"><appender-ref ref="BEHIND"/></appender>
              <root level="INFO"><appender-ref ref="OUTPUT"/></root>
            </configuration>
            """;

    @TempDir
    Path directory;

    @EachJdk
    void twoProcessesWithOneFile(Jdk jdk) throws Exception {
        Path file = directory.resolve("shared.log");
        String command = command(jdk, "FileAppender", "<file>" + file + "</file>", "");
        run(command + " & " + command + "; wait");
        assertWhole(file, 2 * 4 * EACH);
    }

    @EachJdk
    void aPipeAndAThreadThatPrints(Jdk jdk) throws Exception {
        Path file = directory.resolve("piped.log");
        run(command(jdk, "ConsoleAppender", "", "print") + " | cat > " + file);
        assertWhole(file, 5 * EACH);
    }

    @EachJdk
    void twoProcessesWithOnePipe(Jdk jdk) throws Exception {
        Path file = directory.resolve("piped.log");
        String command = command(jdk, "ConsoleAppender", "", "print");
        run("( " + command + " & " + command + "; wait ) | cat > " + file);
        assertWhole(file, 2 * 5 * EACH);
    }

    /** As containers are often configured: what is named as a file is the pipe that others print to. */
    @EachJdk
    void twoProcessesWithAPipeThatIsNamedAsAFile(Jdk jdk) throws Exception {
        Path file = directory.resolve("piped.log");
        String command = command(jdk, "FileAppender", "<file>/dev/stdout</file>", "print");
        run("( " + command + " & " + command + "; wait ) | cat > " + file);
        assertWhole(file, 2 * 5 * EACH);
    }

    private String command(Jdk jdk, String appender, String file, String more) throws IOException {
        Path configuration =
                Files.writeString(directory.resolve("shared.xml"), CONFIGURATION.formatted(appender, file));
        List<String> words = new ArrayList<>(List.of(jdk.java().toString(), "-Xmx64m", "-XX:+UseSerialGC"));
        words.addAll(List.of("-cp", StarterClassPath.value(), SharedOutput.class.getName()));
        words.addAll(List.of(configuration.toString(), Integer.toString(EACH), more));
        return String.join(" ", words);
    }

    private void run(String command) throws Exception {
        Path errors = directory.resolve("errors.txt");
        Process shell = new ProcessBuilder("sh", "-c", command)
                .redirectError(errors.toFile())
                .start();
        assertThat(shell.waitFor()).as(() -> read(errors)).isZero();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static void assertWhole(Path file, int lines) throws IOException {
        try (Stream<String> all = Files.lines(file)) {
            assertThat(all.filter(line -> line.matches("\\{\"message\":\"\\w+ \\d \\d+ \\.{48}\"}")))
                    .hasSize(lines);
        }
        try (Stream<String> all = Files.lines(file)) {
            assertThat(all.count()).isEqualTo(lines);
        }
    }
}
