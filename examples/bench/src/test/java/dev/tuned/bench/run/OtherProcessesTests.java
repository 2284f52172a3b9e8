/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.ProcFiles;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class OtherProcessesTests {

    private static final Duration ENOUGH = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    Path directory;

    @Test
    void aComparedServiceThatRanAlreadyIsNoOther() throws Exception {
        assumeTrue(ProcFiles.machineNanos() >= 0);
        // Its parent ends at once, so that it is no descendant of ours.
        Process shell = new ProcessBuilder("sh", "-c", "yes > /dev/null & echo $!").start();
        ProcessHandle busy = ProcessHandle.of(
                        Long.parseLong(new String(shell.getInputStream().readAllBytes()).trim()))
                .orElseThrow();
        try (Children children = new Children()) {
            assertThat(shell.waitFor()).isZero();
            RunningService running = new RunningService(new InetSocketAddress("127.0.0.1", 1), busy.pid());
            ServiceProcess service = ServiceProcess.running(running, "service", "service", directory, children);
            Duration before = cpu(busy);
            OtherProcesses unknown = new OtherProcesses(List.of());
            OtherProcesses known = new OtherProcesses(List.of(service));
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
