/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A console that is a pipe, whose reader has gone. */
class ClosedConsoleIT {

    @TempDir
    Path directory;

    /** More lines than the queue holds. */
    @EachJdk
    void keepsNeitherCallersNorTheEndWaiting(Jdk jdk) throws IOException {
        try (FaultJvm jvm = FaultJvm.starter(jdk, directory, FaultJvm.PIPED, "--tuned.logging.async.queue-size=8KB")) {
            jvm.closeOutput();
            jvm.tell("log 1000");
            assertThat(jvm.exit()).isZero();
        }
        new Tally(4).read(directory.resolve("app.log")).isComplete(1000);
    }
}
