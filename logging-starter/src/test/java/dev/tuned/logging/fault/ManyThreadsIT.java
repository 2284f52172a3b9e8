/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Many callers and many lines. */
class ManyThreadsIT {

    @TempDir
    Path directory;

    @EachJdk
    void aMillionLinesOfEightThreadsAreWrittenInTheOrderOfEachThread(Jdk jdk) throws IOException {
        try (FaultJvm jvm = FaultJvm.plain(jdk, directory, "", FaultJvm.file(file()), "-Dfault.threads=8")) {
            jvm.tell("log 125000");
            jvm.tell("stop");
            assertThat(jvm.exit()).isZero();
        }
        new Tally(8).read(file()).isComplete(125_000);
    }

    private Path file() {
        return directory.resolve("app.log");
    }
}
