/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.process.JavaRuntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Counts of a recording that a busy JVM has written in several chunks. */
@Tag("baseline")
class MethodTimingsIT {

    @TempDir
    private Path directory;

    @Test
    void callsOfAllChunksAreCountedOnceAndNoFileIsLeft() throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        JavaRuntime runtime = JavaRuntime.newest();
        Path source = Files.writeString(directory.resolve("Calls.java"), """
                public class Calls {
                    static void call() {
                    }

                    public static void main(String[] arguments) throws Exception {
                        while (System.in.read() == '\\n') {
                            for (int i = 0; i < 1000; i++) {
                                call();
                            }
                            System.out.println("called");
                        }
                    }
                }
                """);
        Process process = new ProcessBuilder(runtime.java().toString(), "-XX:TieredStopAtLevel=1", source.toString())
                .directory(home.toFile())
                .start();
        try (BufferedWriter out = process.outputWriter();
                BufferedReader in = process.inputReader()) {
            call(out, in);
            TargetJvm target = TargetJvm.of(process.pid());
            assumeTrue(FlightRecording.timesMethods(target.java()), "this Java times no methods");
            Settings settings = new Settings().event("jdk.MethodTiming", "period", "endChunk", "filter", "Calls::call");
            MethodTimings timings = new MethodTimings();
            try (FlightRecording recording = FlightRecording.start(target, settings, Duration.ofMinutes(5))) {
                for (int i = 0; i < 3; i++) {
                    call(out, in);
                    // To dump what was recorded ends a chunk.
                    target.ask("JFR.dump", "filename=" + directory.resolve(i + ".jfr"));
                }
                FlightRecording.read(recording.stop(), timings::add);
            }
            assertThat(timings.all())
                    .extracting(MethodTimings.Timing::method, MethodTimings.Timing::count)
                    .containsExactly(tuple("Calls::call", 3000L));
            assertThat(home).isEmptyDirectory();
        } finally {
            process.destroy();
        }
    }

    private static void call(BufferedWriter out, BufferedReader in) throws Exception {
        out.write('\n');
        out.flush();
        assertThat(in.readLine()).isEqualTo("called");
    }
}
