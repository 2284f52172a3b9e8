/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.OperatingSystemMXBean;

/** What this process uses of processors and heap. Thread-safe. */
final class ProcessUse {

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final List<GarbageCollectorMXBean> collectors =
            ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                    .filter(collector -> collects(collector.getName()))
                    .toList();

    private final List<String> heapPools = collectors.stream()
            .flatMap(collector -> Stream.of(collector.getMemoryPoolNames()))
            .toList();

    /** Not the pauses of a concurrent cycle, after which the garbage of the young generation is still there. */
    static boolean collects(String collector) {
        return !collector.contains("Concurrent") && !collector.endsWith("Pauses");
    }

    /** Time of all processors since the start in seconds, divided by their number. */
    double cpuSeconds() {
        return system.getProcessCpuTime() / 1e9 / Runtime.getRuntime().availableProcessors();
    }

    /** Garbage collections since the start. */
    long collections() {
        return collectors.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    /** Share of the largest heap that is in use now. */
    double heap() {
        return share(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    /** Share of the largest heap that was in use after the last collection; 0 before the first. */
    double live() {
        return collectors.stream()
                .map(GarbageCollectorMXBean::getLastGcInfo)
                .filter(info -> info != null)
                .reduce((one, other) -> (one.getEndTime() > other.getEndTime()) ? one : other)
                .map(info -> share(info.getMemoryUsageAfterGc().entrySet().stream()
                        .filter(pool -> heapPools.contains(pool.getKey()))
                        .mapToLong(pool -> pool.getValue().getUsed())
                        .sum()))
                .orElse(0.0);
    }

    private static double share(long bytes) {
        return (double) bytes / (double) Runtime.getRuntime().maxMemory();
    }
}
