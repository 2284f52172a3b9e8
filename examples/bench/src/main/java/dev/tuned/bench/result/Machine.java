/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.lang.management.ManagementFactory;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;

/**
 * The machine and the Java runtimes of a run.
 *
 * @param cores processors available
 * @param memoryMb physical memory in MB
 * @param os operating system, version and architecture
 * @param java the runtime of the services
 * @param jvmFlags the flags that the services run with, unless a variant has its own
 * @param clientJava the runtime of the load client
 * @param loadAverage the load average when the run began; negative where the system does not say
 */
public record Machine(
        int cores, long memoryMb, String os, String java, String jvmFlags, String clientJava, double loadAverage) {

    /**
     * The machine that this runs on, now.
     *
     * @param java the runtime of the services
     * @param jvmFlags the flags that they run with
     */
    public static Machine here(String java, List<String> jvmFlags) {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                system.getTotalMemorySize() >> 20,
                String.join(" ", system.getName(), system.getVersion(), system.getArch()),
                java,
                String.join(" ", jvmFlags),
                System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")",
                Math.round(system.getSystemLoadAverage() * 100) / 100.0);
    }
}
