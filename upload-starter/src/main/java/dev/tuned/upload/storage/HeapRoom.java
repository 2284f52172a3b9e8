/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.management.GarbageCollectorMXBean;

/** Whether the last garbage collection left room in the heap, looked at 20 times a second at most. Thread-safe. */
final class HeapRoom {

    /** Share of the heap in use after a collection from which there is no room; garbage of the old generation alone does not reach it. */
    private static final double FULL = 0.75;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final List<GarbageCollectorMXBean> collectors =
            ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);

    private final List<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .toList();

    private final AtomicLong nextLook = new AtomicLong(System.nanoTime());

    private volatile boolean room = true;

    boolean isThere() {
        long next = nextLook.get();
        long now = System.nanoTime();
        if (now - next >= 0 && nextLook.compareAndSet(next, now + LOOK_NANOS)) {
            room = usedAfterLastCollection() < FULL * Runtime.getRuntime().maxMemory();
        }
        return room;
    }

    /** Bytes; 0 before the first collection. */
    private long usedAfterLastCollection() {
        return collectors.stream()
                .map(GarbageCollectorMXBean::getLastGcInfo)
                .filter(Objects::nonNull)
                .reduce((one, other) -> (one.getEndTime() > other.getEndTime()) ? one : other)
                .map(info -> info.getMemoryUsageAfterGc().entrySet().stream()
                        .filter(pool -> pools.contains(pool.getKey()))
                        .map(Map.Entry::getValue)
                        .mapToLong(usage -> usage.getUsed())
                        .sum())
                .orElse(0L);
    }
}
