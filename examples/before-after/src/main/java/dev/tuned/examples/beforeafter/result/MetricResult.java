/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One metric of a comparison.
 *
 * @param name the metric
 * @param before its value on the side before
 * @param after its value on the side after
 * @param ratio after divided by before
 * @param ci the two ends of the ratio's 95 % interval
 * @param verdict the label of a verdict
 * @param claim {@code better} or {@code not worse} where that is claimed, else {@code null}
 * @param met whether the interval proves the claim, {@code null} without one
 */
public record MetricResult(
        String name,
        double before,
        double after,
        double ratio,
        List<Double> ci,
        String verdict,
        @Nullable String claim,
        @Nullable Boolean met) {}
