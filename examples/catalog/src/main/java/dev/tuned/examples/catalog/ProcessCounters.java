/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.Stream;

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

    long gcPauses() {
        return collectors()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    long gcPauseMillis() {
        return collectors().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
    }

    /** ZGC and Shenandoah also count their cycles, which run beside the application. */
    private static Stream<GarbageCollectorMXBean> collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> !collector.getName().endsWith("Cycles"));
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
