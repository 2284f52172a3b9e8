/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

import ch.qos.logback.classic.Level;

import static java.util.Objects.requireNonNull;

/** Counts what becomes of the events of one sink. Thread-safe. */
final class SinkCounters {

    private static final Level[] LEVELS = {Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR};

    final LongAdder written = new LongAdder();
    /** Events that never were in the ring, counted before they are written or dropped. */
    final LongAdder outside = new LongAdder();

    final LongAdder blocked = new LongAdder();
    final LongAdder blockedNanos = new LongAdder();
    final LongAccumulator maxBlockedNanos = new LongAccumulator(Long::max, 0);
    final LongAdder flushes = new LongAdder();
    final LongAdder flushNanos = new LongAdder();
    final LongAccumulator maxFlushNanos = new LongAccumulator(Long::max, 0);
    private final Map<DropReason, AtomicLongArray> dropped = new EnumMap<>(DropReason.class);
    volatile long lastDropMillis;
    private final AtomicLong firstUntoldDropMillis = new AtomicLong();

    SinkCounters() {
        for (DropReason reason : DropReason.values()) {
            dropped.put(reason, new AtomicLongArray(LEVELS.length));
        }
    }

    void drop(DropReason reason, Level level) {
        long now = System.currentTimeMillis();
        lastDropMillis = now;
        firstUntoldDropMillis.compareAndSet(0, now);
        requireNonNull(dropped.get(reason)).incrementAndGet(index(level));
    }

    private static int index(Level level) {
        int index = LEVELS.length - 1;
        while (index > 0 && !level.isGreaterOrEqual(LEVELS[index])) {
            index--;
        }
        return index;
    }

    void blocked(long nanos) {
        blocked.increment();
        blockedNanos.add(nanos);
        maxBlockedNanos.accumulate(nanos);
    }

    void flushed(long nanos) {
        flushes.increment();
        flushNanos.add(nanos);
        maxFlushNanos.accumulate(nanos);
    }

    long firstUntoldDropMillis() {
        return firstUntoldDropMillis.get();
    }

    void told() {
        firstUntoldDropMillis.set(0);
    }

    long dropped() {
        long sum = 0;
        for (AtomicLongArray counts : dropped.values()) {
            for (int i = 0; i < LEVELS.length; i++) {
                sum += counts.get(i);
            }
        }
        return sum;
    }

    Map<DropReason, Map<Level, Long>> droppedBy() {
        Map<DropReason, Map<Level, Long>> byReason = new EnumMap<>(DropReason.class);
        dropped.forEach((reason, counts) -> {
            for (int i = 0; i < LEVELS.length; i++) {
                if (counts.get(i) > 0) {
                    byReason.computeIfAbsent(reason, each -> new LinkedHashMap<>())
                            .put(LEVELS[i], counts.get(i));
                }
            }
        });
        return byReason;
    }
}
