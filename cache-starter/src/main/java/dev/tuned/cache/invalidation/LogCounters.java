/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a log does. Thread-safe. */
final class LogCounters {

    final LongAdder sent = new LongAdder();
    final LongAdder batchesSent = new LongAdder();
    final LongAdder received = new LongAdder();
    final LongAdder batchesReceived = new LongAdder();
    final LongAdder polls = new LongAdder();
    final LongAdder pollFailures = new LongAdder();
    private final Map<String, LongAdder> lost = new ConcurrentHashMap<>();

    void lost(String reason) {
        lost.computeIfAbsent(reason, name -> new LongAdder()).increment();
    }

    Map<String, Long> lost() {
        Map<String, Long> result = new TreeMap<>();
        lost.forEach((reason, count) -> result.put(reason, count.sum()));
        return result;
    }
}
