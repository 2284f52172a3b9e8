/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;

/** Share of the processors that this process has used since this object was created. */
final class CpuShare {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final long wall = System.nanoTime();

    private final long used = SYSTEM.getProcessCpuTime();

    double used() {
        return (double) (SYSTEM.getProcessCpuTime() - used)
                / Math.max(1, System.nanoTime() - wall)
                / Runtime.getRuntime().availableProcessors();
    }
}
