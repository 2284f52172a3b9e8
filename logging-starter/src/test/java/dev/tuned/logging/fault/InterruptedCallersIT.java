/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Callers that are interrupted while they log: neither their lines nor the interrupt are lost, nor is the file closed. */
class InterruptedCallersIT {

    @RegisterExtension
    static final FaultJvms JVMS = new FaultJvms("-Dfault.caller=INTERRUPTED");

    @TempDir
    Path directory;

    @EachJdk
    void whoBlocksLosesNothing(Jdk jdk) throws IOException {
        run(jdk, "BLOCK").isComplete(1100);
    }

    @EachJdk
    void whoBlocksForeverLosesNothing(Jdk jdk) throws IOException {
        run(jdk, "BLOCK_FOREVER").isComplete(1100);
    }

    private Tally run(Jdk jdk, String policy) throws IOException {
        Path file = directory.resolve("app.log");
        String settings = "<queueSize>1KB</queueSize><overflow>" + policy + "</overflow>";
        FaultJvm jvm = JVMS.plain(jdk, directory, settings, FaultJvm.file(file));
        jvm.tell("log 1000");
        jvm.tell("drain");
        Statistics statistics = new Statistics(jvm.tell("log 100"));
        jvm.tell("stop");
        assertThat(jvm.errors()).isEmpty();
        assertThat(statistics.queued()).isZero();
        Tally tally = new Tally(4).read(file);
        assertThat(tally.numbered() + statistics.dropped()).isEqualTo(4400);
        // After the end of the queue the appender is Logback's alone.
        assertThat(tally.lines()).isEqualTo(statistics.written() + 400);
        return tally;
    }
}
