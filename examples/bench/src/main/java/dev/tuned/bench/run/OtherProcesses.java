/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.time.Duration;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.tuned.bench.process.ProcFiles;

/**
 * The processes of the machine other than this one, its children, and the known processes of services that ran already.
 */
public final class OtherProcesses {

    private final Collection<ProcessHandle> services;
    private final long begin = System.nanoTime();
    private final long nanos;

    /**
     * Watches from now on.
     *
     * @param services the processes that are none of the others
     */
    public OtherProcesses(Collection<ProcessHandle> services) {
        this.services = services;
        this.nanos = nanos();
    }

    /** The share of a processor that they have used since this object was created; 1 for a whole one. */
    public double share() {
        return (double) Math.max(0, nanos() - nanos) / Math.max(1, System.nanoTime() - begin);
    }

    private long nanos() {
        ProcessHandle self = ProcessHandle.current();
        return ProcFiles.machineNanos()
                - Stream.of(Stream.of(self), self.descendants(), services.stream())
                        .flatMap(Function.identity())
                        .distinct()
                        .mapToLong(process -> process.info()
                                .totalCpuDuration()
                                .map(Duration::toNanos)
                                .orElse(0L))
                        .sum();
    }
}
