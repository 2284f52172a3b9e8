/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import com.sun.management.GarbageCollectorMXBean;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Whether the last garbage collection left room in the heap, looked at 20 times a second at most. Thread-safe.
 *
 * <p>While little of the heap is in use, garbage or not, there is room, and the JVM's management beans are not even loaded. There
 * always is in a JVM whose image is without the module {@code jdk.management}.
 */
final class HeapRoom {

    /** Share of the heap in use after a collection from which there is no room; garbage of the old generation alone does not reach it. */
    private static final double FULL = 0.75;

    /** Share of the heap that is little: there is memory left to load the beans. */
    private static final double LITTLE = 0.4;

    private static final String COLLECTOR = "com.sun.management.GarbageCollectorMXBean";

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Null in a JVM without them. */
    private final SingletonSupplier<Beans> beans =
            SingletonSupplier.ofNullable(() -> ClassUtils.isPresent(COLLECTOR, null) ? new Beans() : null);

    private final AtomicLong nextLook = new AtomicLong(System.nanoTime());

    private volatile boolean room = true;

    boolean isThere() {
        long next = nextLook.get();
        long now = System.nanoTime();
        if (now - next >= 0 && nextLook.compareAndSet(next, now + LOOK_NANOS)) {
            Runtime jvm = Runtime.getRuntime();
            long inUse = jvm.totalMemory() - jvm.freeMemory();
            room = inUse < LITTLE * jvm.maxMemory() || isRoomAfterCollection(jvm.maxMemory());
        }
        return room;
    }

    /** Not the pauses of a concurrent cycle, after which the garbage of the young generation is still there. */
    static boolean collects(String collector) {
        return !collector.contains("Concurrent") && !collector.endsWith("Pauses");
    }

    private boolean isRoomAfterCollection(long max) {
        Beans known = beans.get();
        return known == null || known.usedAfterLastCollection() < FULL * max;
    }

    /** The JVM's beans. */
    private static final class Beans {

        private final List<GarbageCollectorMXBean> collectors =
                ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                        .filter(collector -> collects(collector.getName()))
                        .toList();

        private final List<String> pools = collectors.stream()
                .flatMap(collector -> Stream.of(collector.getMemoryPoolNames()))
                .toList();

        /** Bytes; 0 before the first collection. */
        long usedAfterLastCollection() {
            return collectors.stream()
                    .map(GarbageCollectorMXBean::getLastGcInfo)
                    .filter(Objects::nonNull)
                    .reduce((one, other) -> (one.getEndTime() > other.getEndTime()) ? one : other)
                    .map(info -> info.getMemoryUsageAfterGc().entrySet().stream()
                            .filter(pool -> pools.contains(pool.getKey()))
                            .mapToLong(pool -> pool.getValue().getUsed())
                            .sum())
                    .orElse(0L);
        }
    }
}
