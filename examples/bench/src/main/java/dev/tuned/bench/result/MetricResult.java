/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.statistics.Interval;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

/**
 * One metric of a comparison.
 *
 * @param key the metric's key
 * @param label its name with its unit
 * @param higherIsBetter whether more of it is better
 * @param before the typical value before
 * @param after the typical value after
 * @param ratio after divided by before; {@code null} where before is zero
 * @param low the lower end of the ratio's 95 % interval; {@code null} where there is none
 * @param high its upper end
 * @param lowDifference the lower end of the 95 % interval of after less before, where values near zero have no ratio;
 *     else {@code null}
 * @param highDifference its upper end
 * @param beforeLaunches the value of each launch before
 * @param afterLaunches the value of each launch after
 * @param verdict what became of it where all metrics are judged, such as {@code inconclusive}; {@code null} elsewhere
 */
public record MetricResult(
        String key,
        String label,
        boolean higherIsBetter,
        double before,
        double after,
        @Nullable Double ratio,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double lowDifference,
        @Nullable Double highDifference,
        List<Double> beforeLaunches,
        List<Double> afterLaunches,
        @Nullable String verdict) {

    private static final double CONFIDENCE = 0.95;

    /** A metric by its estimate. */
    public static MetricResult of(
            Metric metric, RatioEstimate estimate, List<Double> beforeLaunches, List<Double> afterLaunches) {
        @Nullable Interval ratio = estimate.interval(CONFIDENCE).orElse(null);
        @Nullable
        Interval difference = ratio == null ? estimate.difference(CONFIDENCE).orElse(null) : null;
        return new MetricResult(
                metric.key(),
                metric.label(),
                metric.higherIsBetter(),
                estimate.typicalBefore(),
                estimate.typicalAfter(),
                estimate.ratio().orElse(null),
                ratio == null ? null : ratio.low(),
                ratio == null ? null : ratio.high(),
                difference == null ? null : difference.low(),
                difference == null ? null : difference.high(),
                beforeLaunches,
                afterLaunches,
                null);
    }

    /** The 95 % interval of the ratio, or {@code null} where there is none. */
    public @Nullable Interval interval() {
        return low == null || high == null ? null : new Interval(low, high);
    }

    /** The factor of the smallest change that the run could have seen; 1 where it cannot be said. */
    public double seen() {
        return low == null || high == null ? 1 : Math.sqrt(high / low);
    }
}
