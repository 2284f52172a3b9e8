/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

/** The Java platform's own counters. */
final class ProcessCounters {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    long cpuNanos() {
        return system.getProcessCpuTime();
    }

    /** The total, which Java 21 added and this code reads by name because it compiles for 17. */
    long allocatedBytes() {
        try {
            Object total = server.getAttribute(
                    new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME), "TotalThreadAllocatedBytes");
            return (Long) total;
        } catch (AttributeNotFoundException e) {
            return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                    .filter(bytes -> bytes > 0)
                    .sum();
        } catch (JMException e) {
            return -1;
        }
    }
}
