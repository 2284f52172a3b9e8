/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * Finds the keys of a region that are read most, from a sample of the hits: the first ones in each tick of L1's clock.
 * So all hits of a quiet region count, and a busy one pays for a few thousand a second at most; any other hit reads one
 * field. Thread-safe.
 *
 * <p>The counts of the candidates are themselves in a small Caffeine cache: its admission policy, a count-min sketch,
 * keeps the frequent keys and turns the others away. (L1's own {@code Policy.hottest} orders by the last read and, below
 * half of its maximum size, not at all.) Counts are halved now and then, so that the last reads weigh most.
 */
final class HotKeys {

    private static final int CANDIDATES = 1_000;
    private static final int SAMPLES_PER_TICK = 256;
    private static final long HALVE_AT = 100_000;

    private final Cache<Object, AtomicLong> counts = Caffeine.newBuilder()
            .maximumSize(CANDIDATES)
            .executor(Runnable::run)
            .build();

    private final AtomicLong samples = new AtomicLong();

    // Neither volatile nor atomic: what threads take from each other here is a sample more or less.
    private int left = SAMPLES_PER_TICK;
    private long tick;

    /** Tells the time; called at least by the first hit of each tick. */
    void at(long now) {
        if (tick != now) {
            tick = now;
            left = SAMPLES_PER_TICK;
        }
    }

    /** Counts a hit, if it belongs to the sample. */
    void hit(Object key) {
        if (left > 0) {
            left--;
            add(key);
        }
    }

    private void add(Object key) {
        counts.get(key, absent -> new AtomicLong()).incrementAndGet();
        // Only the one who reaches the limit halves.
        if (samples.incrementAndGet() == HALVE_AT) {
            counts.asMap().values().forEach(count -> count.updateAndGet(value -> value / 2));
            samples.addAndGet(-HALVE_AT / 2);
        }
    }

    /** The keys read most, the most read first. */
    List<HotKey> top(int limit) {
        double all = Math.max(1, samples.get());
        return counts.asMap().entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), entry.getValue().get()))
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<Object, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(limit)
                .map(entry -> new HotKey(entry.getKey(), Math.min(1, entry.getValue() / all)))
                .toList();
    }
}
