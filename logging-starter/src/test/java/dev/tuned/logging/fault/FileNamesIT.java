/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tuned.logging.StarterClassPath;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of files that {@code java.io.File} takes, and {@code java.nio.file.Path} does not, or others would trim. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs LC_ALL")
@Tag("thorough")
class FileNamesIT {

    @TempDir
    Path directory;

    static Stream<Arguments> names() {
        return Jdk.all().stream()
                .flatMap(jdk -> Stream.of("umlaut", "kanji", "newline", "space", "directory")
                        .flatMap(name -> Stream.of("file", "rolling").map(kind -> Arguments.of(jdk, name, kind))));
    }

    @ParameterizedTest
    @MethodSource("names")
    void noLineIsLost(Jdk jdk, String name, String kind) throws Exception {
        Path logs = Files.createDirectory(directory.resolve("logs"));
        ProcessBuilder builder = new ProcessBuilder(
                        jdk.java().toString(),
                        "-cp",
                        StarterClassPath.value(),
                        FileNames.class.getName(),
                        name,
                        kind,
                        logs.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out.txt").toFile());
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        boolean ended = process.waitFor(FaultJvm.PATIENCE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String told = Files.readString(directory.resolve("out.txt"), StandardCharsets.UTF_8);
        assertThat(ended).as(told).isTrue();
        assertThat(new Statistics(told).written()).as(told).isEqualTo(FileNames.LINES);
        assertThat(Files.readAllLines(only(logs.toFile()).toPath()))
                .isEqualTo(IntStream.range(0, FileNames.LINES)
                        .mapToObj(i -> "line " + i)
                        .toList());
    }

    /** Whatever it is called by now. */
    private static File only(File directory) {
        assertThat(directory.listFiles()).hasSize(1);
        File one = List.of(directory.listFiles()).get(0);
        return one.isDirectory() ? only(one) : one;
    }
}
