/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** What is known of one stage. Recording takes no lock; about 0.1 MB of heap. */
final class Stage {

    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 2;

    private final String name;
    private final Recorder recorder = new Recorder(LONGEST_NANOS, SIGNIFICANT_DIGITS);
    private final Histogram interval = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram total = new Histogram(SIGNIFICANT_DIGITS);
    private @Nullable Histogram recent;

    Stage(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    void record(long nanos) {
        recorder.recordValue(Math.min(nanos, LONGEST_NANOS));
    }

    synchronized StageStatistics sinceStart() {
        collect();
        return StageStatistics.of(name, total);
    }

    synchronized StageStatistics takeInterval() {
        collect();
        StageStatistics statistics = StageStatistics.of(name, interval);
        interval.reset();
        return statistics;
    }

    private void collect() {
        Histogram recorded = recorder.getIntervalHistogram(recent);
        interval.add(recorded);
        total.add(recorded);
        recent = recorded;
    }
}
