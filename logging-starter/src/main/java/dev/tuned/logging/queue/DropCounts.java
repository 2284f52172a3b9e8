/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

import ch.qos.logback.classic.Level;

/** Counts events by reason and level. Thread-safe; nothing is allocated to count one. */
final class DropCounts {

    private static final Level[] LEVELS = {Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR};
    private static final List<DropReason> REASONS = List.of(DropReason.values());

    private final AtomicLongArray counts = new AtomicLongArray(REASONS.size() * LEVELS.length);

    void add(DropReason reason, Level level) {
        int index = LEVELS.length - 1;
        while (index > 0 && !level.isGreaterOrEqual(LEVELS[index])) {
            index--;
        }
        counts.incrementAndGet(REASONS.indexOf(reason) * LEVELS.length + index);
    }

    /** Returns these counts plus {@code times} the others, each read once, at this moment. */
    DropCounts plus(DropCounts others, int times) {
        DropCounts sum = new DropCounts();
        for (int i = 0; i < counts.length(); i++) {
            sum.counts.setPlain(i, counts.get(i) + times * others.counts.get(i));
        }
        return sum;
    }

    long total() {
        return sum(0, counts.length());
    }

    long total(DropReason reason) {
        int first = REASONS.indexOf(reason) * LEVELS.length;
        return sum(first, first + LEVELS.length);
    }

    private long sum(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    /** Without what is zero. */
    Map<DropReason, Map<Level, Long>> byReason() {
        Map<DropReason, Map<Level, Long>> byReason = new EnumMap<>(DropReason.class);
        for (int i = 0; i < counts.length(); i++) {
            if (counts.get(i) > 0) {
                byReason.computeIfAbsent(REASONS.get(i / LEVELS.length), reason -> new LinkedHashMap<>())
                        .put(LEVELS[i % LEVELS.length], counts.get(i));
            }
        }
        return byReason;
    }
}
