/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.time.Duration;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.process.ServiceProcess;

/** What runs on the machine beside this process and all that it started. */
final class OtherProcesses {

    private final long begin = System.nanoTime();
    private final long nanos = nanos();

    /** How much of a processor they have used since this object was made: 1 for one that had nothing else to do. */
    double share() {
        return (double) Math.max(0, nanos() - nanos) / Math.max(1, System.nanoTime() - begin);
    }

    private static long nanos() {
        ProcessHandle self = ProcessHandle.current();
        return ServiceProcess.machineNanos()
                - Stream.concat(Stream.of(self), self.descendants())
                        .mapToLong(process -> process.info()
                                .totalCpuDuration()
                                .map(Duration::toNanos)
                                .orElse(0L))
                        .sum();
    }
}
