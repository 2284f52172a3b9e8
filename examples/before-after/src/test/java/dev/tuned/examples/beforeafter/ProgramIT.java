/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.command.Program;
import dev.tuned.bench.command.Program.Ended;
import dev.tuned.bench.process.CheapJvm;

import static org.assertj.core.api.Assertions.assertThat;

/** The program as a process. */
@Tag("baseline")
class ProgramIT {

    private static final String JAR = Program.jar("before-after", "before-after");

    @TempDir
    private Path directory;

    /** The bodies of the largest workload have 64 MB. */
    @Test
    void theListNeedsNoHeapForTheRequests() throws Exception {
        Ended ended = Program.ended(Program.process(JAR, List.of("-Xmx64m"), directory, List.of("--list"))
                .start());
        assertThat(ended.output()).contains("stream-64m");
        assertThat(ended.code()).isZero();
    }

    @Test
    @Tag("nightly")
    @EnabledOnOs(OS.LINUX)
    void aSoakWhoseCouchbaseIsNotThereCannotRun() throws Exception {
        Ended ended = Program.ended(
                soak(directory, "--couchbase", "couchbase://127.0.0.1:1").start());
        assertThat(ended.output()).contains("product reads are not answered as asked before anything fails");
        assertThat(ended.code()).isEqualTo(2);
    }

    /** A soak, whose service starts with half the processor time. */
    static ProcessBuilder soak(Path directory, String... more) {
        List<String> arguments = Stream.concat(Stream.of("soak", "--minutes", "1"), Stream.of(more))
                .toList();
        ProcessBuilder program = Program.process(JAR, List.of("-Djava.io.tmpdir=" + directory), directory, arguments);
        program.environment().put(CheapJvm.VARIABLE, CheapJvm.OPTION);
        return program;
    }
}
