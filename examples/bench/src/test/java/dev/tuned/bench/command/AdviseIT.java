/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.bench.command.Program.Ended;
import dev.tuned.bench.process.CheapJvm;
import dev.tuned.bench.process.JavaRuntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The command as its users run it, as short as it can be. */
@Tag("nightly")
class AdviseIT {

    private static final Path JCMD = JavaRuntime.newest().java().resolveSibling("jcmd");

    /**
     * Long enough to see something of a service that has the machine for itself, and of one that has a small part of
     * it.
     */
    private static final List<Integer> SECONDS = List.of(5, 60, 300);

    private static final String BUSY = "other processes kept the machine busy";

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private ProcessBuilder program(String... arguments) {
        return Program.process(
                directory,
                Stream.concat(Stream.of("advise"), Stream.of(arguments)).toList());
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
        String requests = uploads().toString();
        Ended ended = new Ended(0, "");
        for (int i = 0; i < SECONDS.size() && (i == 0 || ended.output().contains("hardly used the CPU")); i++) {
            ended = Program.ended(program(
                            "--jar",
                            Program.STOCK,
                            "--jvm",
                            CheapJvm.OPTION,
                            "--requests",
                            requests,
                            "--seconds",
                            SECONDS.get(i).toString(),
                            "--warm-up",
                            "1",
                            "--fail-on",
                            "gain>1%",
                            "--json",
                            "advice.json",
                            "--html",
                            "advice.html")
                    .start());
        }
        if (ended.output().contains(BUSY)) {
            assertThat(ended.output()).contains("upload: ", "no gain is claimed of that");
            assertThat(ended.code()).isEqualTo(2);
            return;
        }
        assertThat(ended.output())
                .contains("upload: CPU per request", "temporary files", "would pay")
                .contains(
                        "without for forms of a few KB spring.servlet.multipart.file-size-threshold=1MB does as well");
        assertThat(ended.code()).isEqualTo(1);
        JsonNode advice = JsonMapper.shared().readTree(Files.readString(directory.resolve("advice.json")));
        String command = advice.at("/findings/0/command").asString();
        assertThat(advice.at("/findings/0/rule").asString()).isEqualTo("upload.multipart-cpu");
        assertThat(advice.at("/findings/0/evidence").size()).isPositive();
        assertThat(advice.at("/findings/0/predicted/highPercent").asInt())
                .isGreaterThan(advice.at("/findings/0/predicted/lowPercent").asInt());
        List<String> words = Arguments.split(command);
        assertThat(words).startsWith("java", "-jar").contains("--add", "upload");
        assertThat(Bench.commandLine()
                        .parseArgs(words.subList(3, words.size()).toArray(String[]::new))
                        .subcommand()
                        .commandSpec()
                        .name())
                .isEqualTo("compare");
        assertThat(Files.readString(directory.resolve("advice.html")))
                .contains("upload: CPU per request", "--add upload");
    }

    @Tag("nightly")
    @Test
    void aRunningServiceKeepsNoRecordingAndNoFile() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Process service = new ProcessBuilder(
                        JCMD.resolveSibling("java").toString(),
                        CheapJvm.FLAGS.get(0),
                        CheapJvm.FLAGS.get(1),
                        "-Djava.io.tmpdir=" + temporary,
                        "-jar",
                        Program.STREAMING,
                        "--server.address=127.0.0.1",
                        "--server.port=0")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("service.log").toFile())
                .start();
        try {
            await().atMost(PATIENCE)
                    .until(() -> !service.isAlive()
                            || Files.readString(directory.resolve("service.log"))
                                    .contains("Started "));
            assertThat(service.isAlive()).isTrue();
            Set<Path> before = files(temporary);
            Path own = Files.createDirectory(directory.resolve("own"));
            ProcessBuilder program = program(Long.toString(service.pid()), "--seconds", "5");
            program.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + own);
            Ended ended = Program.ended(program.start());
            assertThat(ended.output()).contains("streaming.jar (process ", "Nothing can be said", "only 0 requests");
            assertThat(ended.code()).isZero();
            Ended unanswered =
                    Program.ended(program(Long.toString(service.pid()), "--seconds", "5", "--fail-on", "gain>20%")
                            .start());
            assertThat(unanswered.output()).contains("--fail-on cannot be answered: too little was seen");
            assertThat(unanswered.code()).isEqualTo(2);
            assertThat(recordings(service)).contains("No available recordings");
            assertThat(files(temporary)).isEqualTo(before);
            assertThat(files(own)).isEmpty();
            Process killed = program.command(
                            program(Long.toString(service.pid())).command())
                    .start();
            await().atMost(PATIENCE).until(() -> recordings(service).contains("tuned-bench-" + killed.pid()));
            killed.destroyForcibly();
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(recordings(service)).contains("No available recordings");
                assertThat(own).isDirectoryNotContaining("glob:**recording*");
            });
            Process looking = program(Long.toString(service.pid()), "--seconds", "600")
                    .redirectErrorStream(true)
                    .start();
            await().atMost(PATIENCE).until(() -> recordings(service).contains("tuned-bench-" + looking.pid()));
            service.destroyForcibly();
            Ended early = Program.ended(looking);
            assertThat(early.output())
                    .contains("cannot look: process " + service.pid() + " ended while it was looked at");
            assertThat(early.code()).isEqualTo(2);
        } finally {
            service.destroy();
            service.waitFor();
        }
    }

    private static String recordings(Process service) throws Exception {
        return Program.ended(new ProcessBuilder(JCMD.toString(), Long.toString(service.pid()), "JFR.check").start())
                .output();
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
        assertThat(Program.ended(program("999999999").start()))
                .isEqualTo(new Ended(2, "cannot look: there is no process 999999999\n"));
        Ended itself =
                Program.inside("advise", Long.toString(ProcessHandle.current().pid()));
        assertThat(itself.output()).contains("runs no Spring Boot web application on Tomcat");
        assertThat(itself.code()).isEqualTo(2);
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try {
            Ended none = Program.inside("advise", Long.toString(sleep.pid()));
            assertThat(none.output()).isEqualTo("cannot look: process " + sleep.pid() + " is no HotSpot JVM\n");
            assertThat(none.code()).isEqualTo(2);
            assertThat(sleep.isAlive()).isTrue();
        } finally {
            sleep.destroy();
        }
    }
}
