/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.report.Axis.Span;

/**
 * A reported ratio as a bar that starts at 1, in percent of the picture's width.
 *
 * @param reported the ratio in words
 * @param one where 1 lies
 * @param ratio from 1 to the ratio; {@code null} where there is no ratio
 * @param point where the ratio lies
 * @param interval its interval, or {@code null}
 * @param claim what is claimed, or {@code null}
 */
record Bar(
        ReportedRatio reported,
        double one,
        @Nullable Span ratio,
        double point,
        @Nullable Span interval,
        @Nullable ClaimedRange claim) {

    static Bar of(Axis axis, ReportedRatio reported) {
        Double ratio = reported.ratio();
        return new Bar(
                reported,
                axis.at(1),
                ratio == null ? null : axis.span(1, ratio),
                ratio == null ? 0 : axis.at(ratio),
                axis.interval(reported, 1),
                ClaimedRange.of(axis, reported, 1));
    }

    /**
     * The range of ratios that keep a bound.
     *
     * @param range from the bound to the end of the picture
     * @param bound where the bound lies
     * @param atLeast whether the range lies to the right of it
     */
    record ClaimedRange(Span range, double bound, boolean atLeast) {

        /** The range on an axis on which the ratio 1 is some unit. */
        static @Nullable ClaimedRange of(Axis axis, ReportedRatio reported, double unit) {
            if (reported.bound() == null) {
                return null;
            }
            double at = axis.at(unit * reported.bound());
            return new ClaimedRange(
                    Span.between(at, reported.higherIsBetter() ? 100 : 0), at, reported.higherIsBetter());
        }
    }
}
