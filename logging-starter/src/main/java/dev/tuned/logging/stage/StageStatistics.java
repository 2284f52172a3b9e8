/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import org.HdrHistogram.Histogram;

/**
 * How often a stage ran and how long it took. Times are in milliseconds and exact to 1 %; all are 0 for a stage that did not run.
 *
 * @param stage name of the stage
 * @param count how often it ran to its end, by an exception or not
 * @param meanMs arithmetic mean
 * @param p50Ms median
 * @param p99Ms what 99 % of the runs did not exceed
 * @param maxMs the longest
 */
public record StageStatistics(String stage, long count, double meanMs, double p50Ms, double p99Ms, double maxMs) {

    private static final double NANOS_PER_MS = 1_000_000;

    static StageStatistics of(String stage, Histogram nanos) {
        long count = nanos.getTotalCount();
        return count == 0
                ? new StageStatistics(stage, 0, 0, 0, 0, 0)
                : new StageStatistics(
                        stage,
                        count,
                        nanos.getMean() / NANOS_PER_MS,
                        nanos.getValueAtPercentile(50) / NANOS_PER_MS,
                        nanos.getValueAtPercentile(99) / NANOS_PER_MS,
                        nanos.getMaxValue() / NANOS_PER_MS);
    }
}
