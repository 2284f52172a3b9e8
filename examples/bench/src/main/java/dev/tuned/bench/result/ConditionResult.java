/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.statistics.ClaimVerdict;

/**
 * One condition of a claim.
 *
 * @param metric the metric's key
 * @param condition the condition in words, such as {@code CPU µs/request ≤ 0.7×}
 * @param bound the ratio that it must keep
 * @param ratio what was measured; {@code null} where the value before is zero
 * @param low the lower end of the interval, corrected for the number of claims; {@code null} where there is none
 * @param high its upper end
 * @param verdict confirmed, refuted or inconclusive
 * @param seen the ratio that this run could just have confirmed the condition with, its spread being what it was;
 *     {@code null} where there is no interval
 */
public record ConditionResult(
        String metric,
        String condition,
        double bound,
        @Nullable Double ratio,
        @Nullable Double low,
        @Nullable Double high,
        ClaimVerdict verdict,
        @Nullable Double seen) {}
