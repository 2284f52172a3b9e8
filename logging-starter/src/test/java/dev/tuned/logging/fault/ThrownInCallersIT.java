/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tuned.logging.StarterClassPath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** An {@code Error} at any step of a logging call, or of the writer, ends nothing. */
@Tag("thorough")
class ThrownInCallersIT {

    /** The last Java with {@code Thread.stop}. */
    private static final int LAST_TO_STOP = 19;

    @TempDir
    Path directory;

    /**
     * Interpreted, and compiled by the first of the two compilers. With the second one an error may arrive within the {@code lock} or
     * {@code unlock} of Logback's appender, with and without the starter.
     */
    static Stream<Arguments> compilers() {
        return Jdk.all().stream()
                .flatMap(jdk -> Stream.of("-Xint", "-XX:TieredStopAtLevel=1").map(option -> Arguments.of(jdk, option)));
    }

    @ParameterizedTest
    @MethodSource("compilers")
    void aStackOverflowAtAnyDepth(Jdk jdk, String option) throws Exception {
        assertGoesOn(jdk, "overflow", 30, option);
    }

    /** Each time by a JVM that has not yet compiled, linked or even loaded what it needs. */
    @EachJdk
    void aStackOverflowThatIsTheFirstThing(Jdk jdk) throws Exception {
        for (int i = 0; i < 6; i++) {
            assertGoesOn(jdk, "once", 1);
        }
    }

    @Tag("nightly")
    @EachJdk
    void noMemory(Jdk jdk) throws Exception {
        assertGoesOn(jdk, "memory", 10, "-Xmx24m");
    }

    @EachJdk
    void aWriterThatIsStopped(Jdk jdk) throws Exception {
        assumeTrue(jdk.version().feature() <= LAST_TO_STOP);
        assertGoesOn(jdk, "writer", 500);
    }

    private void assertGoesOn(Jdk jdk, String what, int rounds, String... options) throws Exception {
        Path file = Files.createTempFile(directory, "app", ".log");
        List<String> command = new ArrayList<>(List.of(jdk.java().toString(), "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", StarterClassPath.value(), ThrownInCallers.class.getName()));
        command.addAll(List.of(what, file.toString(), Integer.toString(rounds)));
        Path told = Files.createTempFile(directory, "told", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(told.toFile())
                .start();
        boolean ended = process.waitFor(FaultJvm.PATIENCE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as(() -> what + " ends").isTrue();
        assertThat(Files.readString(told)).contains("went on " + rounds);
        assertThat(Files.readAllLines(file))
                .containsSubsequence(IntStream.range(0, rounds)
                        .mapToObj(round -> "after " + round)
                        .toList());
    }
}
