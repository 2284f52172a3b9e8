/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import com.sun.management.OperatingSystemMXBean;
import org.jspecify.annotations.Nullable;

/** Share of the processors that this process has used since this object was created. */
final class CpuShare {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private static final @Nullable CompilationMXBean COMPILERS = ManagementFactory.getCompilationMXBean();

    private final LongSupplier process;

    private final LongSupplier compilers;

    private final long wall = System.nanoTime();

    private final long used;

    private final long compiled;

    CpuShare() {
        this(SYSTEM::getProcessCpuTime, CpuShare::compilerNanos);
    }

    /**
     * @param process CPU time of the process, in nanoseconds
     * @param compilers time that its compilers have taken, in nanoseconds
     */
    CpuShare(LongSupplier process, LongSupplier compilers) {
        this.process = process;
        this.compilers = compilers;
        used = process.getAsLong();
        compiled = compilers.getAsLong();
    }

    double used() {
        return share(process.getAsLong() - used);
    }

    /** What is used without the compilers, or less: their time counts as used also while they waited for a processor. */
    double usedWithoutCompilers() {
        return share(process.getAsLong() - used - (compilers.getAsLong() - compiled));
    }

    private double share(long nanos) {
        return (double) nanos
                / Math.max(1, System.nanoTime() - wall)
                / Runtime.getRuntime().availableProcessors();
    }

    private static long compilerNanos() {
        return (COMPILERS != null && COMPILERS.isCompilationTimeMonitoringSupported())
                ? TimeUnit.MILLISECONDS.toNanos(COMPILERS.getTotalCompilationTime())
                : 0;
    }
}
