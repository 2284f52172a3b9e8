/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.util.List;

import org.jspecify.annotations.Nullable;

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
 * @param beforeLaunches the value of each launch before
 * @param afterLaunches the value of each launch after
 * @param verdict what became of it where all metrics are judged, such as {@code not shown}; {@code null} elsewhere
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
        List<Double> beforeLaunches,
        List<Double> afterLaunches,
        @Nullable String verdict) {

    /** One that is not judged by itself. */
    public MetricResult(
            String key,
            String label,
            boolean higherIsBetter,
            double before,
            double after,
            @Nullable Double ratio,
            @Nullable Double low,
            @Nullable Double high,
            List<Double> beforeLaunches,
            List<Double> afterLaunches) {
        this(key, label, higherIsBetter, before, after, ratio, low, high, beforeLaunches, afterLaunches, null);
    }

    /** The same with a verdict. */
    public MetricResult judged(@Nullable String newVerdict) {
        return new MetricResult(
                key, label, higherIsBetter, before, after, ratio, low, high, beforeLaunches, afterLaunches, newVerdict);
    }
}
