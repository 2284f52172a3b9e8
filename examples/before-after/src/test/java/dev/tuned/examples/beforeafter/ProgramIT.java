/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.command.Program;
import dev.tuned.bench.command.Program.Ended;

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
}
