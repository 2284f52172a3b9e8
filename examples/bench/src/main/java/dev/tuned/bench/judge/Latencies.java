/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.Latency;
import dev.tuned.bench.result.Measurement;

/** Merges the latencies of all launches of a variant. */
final class Latencies {

    private static final double[] PERCENTILES = {0, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 100};

    /** A percentile is shown where at least this number of requests lies beyond it. */
    private static final double MIN_BEYOND = 10;

    private Latencies() {}

    static @Nullable Latency of(List<Measurement> measurements) {
        Histogram all = new Histogram(3);
        for (Measurement measurement : measurements) {
            if (!measurement.latencies().isEmpty()) {
                all.add(decoded(measurement.latencies()));
            }
        }
        long count = all.getTotalCount();
        if (count == 0) {
            return null;
        }
        List<Latency.Point> points = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            boolean enough = count * (100 - percentile) / 100 >= MIN_BEYOND;
            if (enough || percentile <= 50 || percentile == 100) {
                points.add(new Latency.Point(percentile, all.getValueAtPercentile(percentile) / 1e3));
            }
        }
        return new Latency(count, points);
    }

    private static Histogram decoded(String latencies) {
        try {
            return Histogram.fromString(latencies);
        } catch (DataFormatException ex) {
            throw new IllegalArgumentException("Latencies that no run has written", ex);
        }
    }
}
