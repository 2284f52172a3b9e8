/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.tuned.bench.process.ProcFiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class OtherProcessesTests {

    private static final Duration ENOUGH = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Test
    void aComparedServiceThatRanAlreadyIsNoOther() throws Exception {
        assumeTrue(ProcFiles.machineNanos() >= 0);
        // Its parent ends at once, so that it is no descendant of ours.
        Process shell = new ProcessBuilder("sh", "-c", "yes > /dev/null & echo $!").start();
        ProcessHandle busy = ProcessHandle.of(
                        Long.parseLong(new String(shell.getInputStream().readAllBytes()).trim()))
                .orElseThrow();
        try {
            assertThat(shell.waitFor()).isZero();
            Duration before = cpu(busy);
            OtherProcesses unknown = new OtherProcesses(List.of());
            OtherProcesses known = new OtherProcesses(List.of(busy));
            await().atMost(PATIENCE).until(() -> cpu(busy).minus(before).compareTo(ENOUGH) >= 0);
            assertThat(known.share()).isLessThan(unknown.share());
        } finally {
            busy.destroyForcibly();
        }
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }
}
