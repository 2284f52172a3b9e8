/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

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

    /** The counts of this moment; none is read twice. */
    Snapshot snapshot() {
        return new Snapshot(
                IntStream.range(0, counts.length()).mapToLong(counts::get).toArray());
    }

    /** Counts that do not change. */
    static final class Snapshot {

        private final long[] counts;

        private Snapshot(long[] counts) {
            this.counts = counts;
        }

        Snapshot plus(Snapshot other) {
            return combine(other, Long::sum);
        }

        Snapshot minus(Snapshot other) {
            return combine(other, (mine, others) -> mine - others);
        }

        private Snapshot combine(Snapshot other, LongBinaryOperator operator) {
            return new Snapshot(IntStream.range(0, counts.length)
                    .mapToLong(i -> operator.applyAsLong(counts[i], other.counts[i]))
                    .toArray());
        }

        Snapshot without(DropReason reason) {
            long[] rest = counts.clone();
            int first = REASONS.indexOf(reason) * LEVELS.length;
            Arrays.fill(rest, first, first + LEVELS.length, 0);
            return new Snapshot(rest);
        }

        long total() {
            return LongStream.of(counts).sum();
        }

        long total(DropReason reason) {
            return byReason().getOrDefault(reason, Map.of()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }

        /** Without what is zero. */
        Map<DropReason, Map<Level, Long>> byReason() {
            Map<DropReason, Map<Level, Long>> byReason = new EnumMap<>(DropReason.class);
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    byReason.computeIfAbsent(REASONS.get(i / LEVELS.length), reason -> new LinkedHashMap<>())
                            .put(LEVELS[i % LEVELS.length], counts[i]);
                }
            }
            return byReason;
        }
    }
}
