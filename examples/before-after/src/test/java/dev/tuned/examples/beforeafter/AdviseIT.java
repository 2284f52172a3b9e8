/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The command as its users run it, as short as it can be. */
class AdviseIT {

    private static final String PROGRAM = jar("before-after", "before-after");
    private static final String STREAMING = jar("streaming", "streaming");
    private static final String STOCK = jar("catalog-stock", "catalog-stock");
    private static final Path JCMD = Path.of(dev.tuned.examples.beforeafter.process.JavaRuntime.newest()
            .java()
            .resolveSibling("jcmd")
            .toString());

    @TempDir
    private Path directory;

    private record Ended(int code, String output) {}

    private static String jar(String module, String name) {
        return Path.of("..", module, "target", name + ".jar")
                .toAbsolutePath()
                .normalize()
                .toString();
    }

    private ProcessBuilder program(String... arguments) {
        List<String> command = new ArrayList<>(List.of("java", "-jar", PROGRAM, "advise"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    }

    private Ended advise(String... arguments) throws Exception {
        return ended(program(arguments).start());
    }

    private static Ended ended(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    /** Twelve texts and a file of 20 KB. */
    private Path uploads() throws Exception {
        Files.write(directory.resolve("a.jpg"), new byte[20_000]);
        return Files.writeString(directory.resolve("shop.http"), """
                POST /uploads
                Content-Type: multipart/form-data; boundary=x

                --x
                Content-Disposition: form-data; name="one"

                a text
                --x
                Content-Disposition: form-data; name="file"; filename="a.jpg"

                < ./a.jpg
                --x--
                """);
    }

    @Test
    void uploadsOfAStockServiceLeadToAFindingAndACommandThatParses() throws Exception {
        Ended ended = advise(
                "--jar",
                STOCK,
                "--requests",
                uploads().toString(),
                "--seconds",
                "10",
                "--warm-up",
                "3",
                "--fail-on",
                "gain>1%",
                "--json",
                "advice.json",
                "--html",
                "advice.html");
        assertThat(ended.output()).contains("upload: CPU per request", "temporary files", "would pay");
        assertThat(ended.code()).isEqualTo(1);
        JsonNode advice = JsonMapper.shared().readTree(Files.readString(directory.resolve("advice.json")));
        String command = advice.at("/findings/0/prove").asString();
        List<String> words = ServiceOptions.split(command);
        assertThat(words).startsWith("java", "-jar").contains("--add", "upload");
        assertThat(BeforeAfter.commandLine()
                        .parseArgs(words.subList(3, words.size()).toArray(String[]::new))
                        .subcommand()
                        .commandSpec()
                        .name())
                .isEqualTo("compare");
        assertThat(Files.readString(directory.resolve("advice.html")))
                .contains("upload: CPU per request", "--add upload");
    }

    @Test
    void aRunningServiceKeepsNoRecordingAndNoFile() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Process service = new ProcessBuilder(
                        JCMD.resolveSibling("java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-jar",
                        STREAMING,
                        "--server.address=127.0.0.1",
                        "--server.port=0")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("service.log").toFile())
                .start();
        try {
            while (!Files.readString(directory.resolve("service.log")).contains("Started ")) {
                assertThat(service.isAlive()).isTrue();
                Thread.sleep(50);
            }
            Set<Path> before = files(temporary);
            Path own = Files.createDirectory(directory.resolve("own"));
            ProcessBuilder program = program(Long.toString(service.pid()), "--seconds", "5");
            program.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + own);
            Ended ended = ended(program.start());
            assertThat(ended.output()).contains("streaming.jar (process ", "Nothing can be said", "only 0 requests");
            assertThat(ended.code()).isZero();
            Process check = new ProcessBuilder(JCMD.toString(), Long.toString(service.pid()), "JFR.check").start();
            assertThat(ended(check).output()).contains("No available recordings");
            assertThat(files(temporary)).isEqualTo(before);
            assertThat(files(own)).isEmpty();
        } finally {
            service.destroy();
            service.waitFor();
        }
    }

    private static Set<Path> files(Path below) throws Exception {
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("hsperfdata"))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void whatIsNoSpringBootServiceIsNamedInOneLine() throws Exception {
        assertThat(advise("999999999")).isEqualTo(new Ended(2, "cannot look: there is no process 999999999\n"));
        Ended itself = advise(Long.toString(ProcessHandle.current().pid()));
        assertThat(itself.output()).contains("runs no Spring Boot web application on Tomcat");
        assertThat(itself.code()).isEqualTo(2);
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try {
            Ended none = advise(Long.toString(sleep.pid()));
            assertThat(none.output()).isEqualTo("cannot look: process " + sleep.pid() + " is no HotSpot JVM\n");
            assertThat(none.code()).isEqualTo(2);
            assertThat(sleep.isAlive()).isTrue();
        } finally {
            sleep.destroy();
        }
    }

    @Test
    void badUsageIsOneLine() throws Exception {
        Ended none = advise();
        assertThat(none.output()).startsWith("Say either the PID of a running service");
        assertThat(none.code()).isEqualTo(64);
        Ended gain = advise("1", "--fail-on", "much");
        assertThat(gain.output()).startsWith("Invalid value for option '--fail-on': 'much' is no gain");
        assertThat(gain.code()).isEqualTo(64);
    }
}
