/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tuned.logging.StarterClassPath;

import static org.assertj.core.api.Assertions.assertThat;

/** The queue holds bytes of lines, on the heap: not what was logged, and nothing off it. */
@Tag("thorough")
class LargeEventsIT {

    /** What buildpacks set. */
    private static final String DIRECT = "-XX:MaxDirectMemorySize=10m";

    private static final long QUEUE = 8 << 20;

    @TempDir
    Path directory;

    static Stream<Arguments> large() {
        return Jdk.all().stream()
                .flatMap(
                        jdk -> Stream.of("argument", "pair", "mdc", "exception").map(what -> Arguments.of(jdk, what)));
    }

    /** A megabyte behind each line, which is short, for a pipe that nobody reads. */
    @ParameterizedTest
    @MethodSource("large")
    void whatIsLoggedIsNotKeptWithItsLine(Jdk jdk, String what) throws Exception {
        String told = run(jdk, what, QUEUE, "-Xmx256m");
        Statistics statistics = new Statistics(told);
        assertThat(statistics.accepted()).as(told).isEqualTo(LargeEvents.EVENTS);
        // More than a pipe takes: the rest is queued.
        assertThat(statistics.queued()).isPositive();
    }

    @EachJdk
    void aLineLargerThanTheDirectMemoryIsWrittenAsAreAllAfterIt(Jdk jdk) throws Exception {
        run(jdk, "line", QUEUE, "-Xmx256m", DIRECT);
        isLargeLineAmongOthers();
    }

    /** From the queue, by its writer. */
    @EachJdk
    void soIsOneThatTheQueueHasRoomFor(Jdk jdk) throws Exception {
        run(jdk, "line", 4 * QUEUE, "-Xmx1g", DIRECT);
        isLargeLineAmongOthers();
    }

    private void isLargeLineAmongOthers() throws Exception {
        List<String> lines = Files.readAllLines(directory.resolve("app.log"));
        assertThat(lines).hasSize(2 + LargeEvents.FEW).startsWith("before");
        assertThat(lines.get(1)).hasSize(LargeEvents.LARGE_LINE);
        assertThat(lines.subList(2, lines.size())).isEqualTo(few("after"));
    }

    @EachJdk
    void withoutDirectMemoryTheFileIsWrittenAsWithoutAQueueAndThatIsSaid(Jdk jdk) throws Exception {
        String told = run(jdk, "exhausted", QUEUE, "-Xmx256m", DIRECT);
        assertThat(Files.readAllLines(directory.resolve("app.log"))).isEqualTo(few("line"));
        assertThat(told).contains("appender FILE stays synchronous");
    }

    @Tag("nightly")
    @EachJdk
    void whereItIsUsedUpLaterTheFileIsWrittenAlsoAfterARollover(Jdk jdk) throws Exception {
        run(jdk, "exhausted-later", QUEUE, "-Xmx256m", DIRECT);
        List<String> written = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().contains("rolled")).toList()) {
                written.addAll(Files.readAllLines(file));
            }
        }
        assertThat(written).isEqualTo(few("line"));
        assertThat(Files.readAllLines(directory.resolve("app.log"))).isEqualTo(few("rolled"));
    }

    @EachJdk
    void linesOfNineMegabytesKeepNoDirectMemory(Jdk jdk) throws Exception {
        String told = run(jdk, "kept", QUEUE, "-Xmx512m");
        Matcher direct = Pattern.compile("direct (\\d+)").matcher(told);
        assertThat(direct.find()).as(told).isTrue();
        assertThat(Long.parseLong(direct.group(1))).isPositive().isLessThan(1 << 20);
        assertThat(Files.readAllLines(directory.resolve("app.log"))).hasSize(7 + LargeEvents.FEW);
    }

    private static List<String> few(String word) {
        return IntStream.range(0, LargeEvents.FEW).mapToObj(i -> word + " " + i).toList();
    }

    /** Returns what it says on standard error; nobody reads its standard output. */
    private String run(Jdk jdk, String what, long queueBytes, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", StarterClassPath.value(), LargeEvents.class.getName()));
        command.addAll(List.of(what, directory.toString(), Long.toString(queueBytes)));
        Process process = new ProcessBuilder(command)
                .redirectError(directory.resolve("err.txt").toFile())
                .start();
        try {
            boolean ended = process.waitFor(FaultJvm.PATIENCE_SECONDS, TimeUnit.SECONDS);
            String told = Files.readString(directory.resolve("err.txt"), StandardCharsets.UTF_8);
            assertThat(ended).as(told).isTrue();
            assertThat(process.exitValue()).as(told).isZero();
            assertThat(told).contains("returned [");
            return told;
        } finally {
            process.destroyForcibly();
        }
    }
}
