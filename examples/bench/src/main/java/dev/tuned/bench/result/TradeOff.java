/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import org.jspecify.annotations.Nullable;

/**
 * A metric that became worse by more than 10 %, as far as the whole of its interval.
 *
 * @param metric the metric's key
 * @param label its name with its unit
 * @param before the typical value before
 * @param after the typical value after
 * @param ratio after divided by before; {@code null} where before is zero
 * @param low the lower end of the interval, corrected for the number of trade-offs looked for; {@code null} where there
 *     is none
 * @param high its upper end
 * @param accepted the ratio up to which the workload declares the trade-off; {@code null} where it declares none
 * @param declared whether the trade-off stays within what is declared: false where the whole interval is beyond it
 */
public record TradeOff(
        String metric,
        String label,
        double before,
        double after,
        @Nullable Double ratio,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double accepted,
        boolean declared) {}
