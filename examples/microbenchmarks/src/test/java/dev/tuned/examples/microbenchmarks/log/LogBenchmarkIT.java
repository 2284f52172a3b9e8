/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("baseline")
class LogBenchmarkIT {

    private static final int EVENTS = 20_000;
    private static final int PACED = 100;

    @ParameterizedTest
    @EnumSource(names = {"OFF", "TUNED", "BOOT_TUNED_TWO"})
    void tunedWritesEveryLine(Peer peer, @TempDir Path directory) throws IOException {
        assertWritesEveryLine(peer, directory);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("nightly")
    void everyPeerWritesEveryLine(Peer peer, @TempDir Path directory) throws IOException {
        assertWritesEveryLine(peer, directory);
    }

    private static void assertWritesEveryLine(Peer peer, Path directory) throws IOException {
        try (LoggingProcess process = new LoggingProcess(peer, directory)) {
            process.run(Work.of(8, EVENTS));
            process.run(Work.of(2, EVENTS).onVirtualThreads().withTimes());
            process.run(Work.of(1, PACED).inFullLength().paced(10_000));

            assertThat(process.end()).as("calls without a line").isEqualTo(peer == Peer.OFF ? 2 * EVENTS + PACED : 0);
        }
    }
}
