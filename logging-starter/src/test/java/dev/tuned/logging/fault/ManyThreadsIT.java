/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Many callers and many lines. */
class ManyThreadsIT {

    @TempDir
    Path directory;

    @EachJdk
    void linesOfEightThreadsAreWrittenInTheOrderOfEachThread(Jdk jdk) throws IOException {
        assertOrderOfEachThread(jdk, 12_500);
    }

    @EachJdk
    @Tag("nightly")
    void aMillionLinesOfEightThreadsAreWrittenInTheOrderOfEachThread(Jdk jdk) throws IOException {
        assertOrderOfEachThread(jdk, 125_000);
    }

    private void assertOrderOfEachThread(Jdk jdk, int linesEach) throws IOException {
        try (FaultJvm jvm = FaultJvm.plain(jdk, directory, "", FaultJvm.file(file()), "-Dfault.threads=8")) {
            jvm.tell("log " + linesEach);
            jvm.tell("stop");
            assertThat(jvm.exit()).isZero();
        }
        new Tally(8).read(file()).isComplete(linesEach);
    }

    /**
     * With one carrier, which a virtual thread that waits while it holds a monitor keeps to itself on JDK 21 to 23: the next one
     * to run must need nothing that a virtual thread without a carrier holds.
     */
    @Test
    void virtualThreadsThatHoldMonitorsWaitForAFullQueueAndGoOn() throws IOException {
        Jdk jdk = Jdk.all().get(0);
        assumeThat(jdk.version().feature())
                .as("needs virtual threads, which Java has from 21 on")
                .isGreaterThanOrEqualTo(21);
        try (FaultJvm jvm = FaultJvm.plain(
                jdk,
                directory,
                "<queueSize>1KB</queueSize>",
                FaultJvm.file(file()),
                "-Dfault.threads=200",
                "-Dfault.virtual=true",
                "-Dfault.caller=SYNCHRONIZED",
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1")) {
            jvm.tell("log 100");
            jvm.tell("stop");
            assertThat(jvm.exit()).isZero();
        }
        new Tally(200).read(file()).isComplete(100);
    }

    private Path file() {
        return directory.resolve("app.log");
    }
}
