/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.report.Axis.Span;
import dev.tuned.bench.report.Finding.Phrase;

/**
 * A finding as a bar that starts at 1, in percent of the picture's width.
 *
 * @param mark the verdict
 * @param words what the bar says
 * @param seen what the run could have shown; may be empty
 * @param one where 1 lies
 * @param ratio from 1 to the ratio; {@code null} where there is no ratio
 * @param point where the ratio lies
 * @param interval its interval, or {@code null}
 * @param claim what is claimed, or {@code null}
 */
record Bar(
        Mark mark,
        Phrase words,
        String seen,
        double one,
        @Nullable Span ratio,
        double point,
        @Nullable Span interval,
        @Nullable ClaimedRange claim) {

    static Bar of(Axis axis, Finding finding) {
        Double ratio = finding.ratio();
        return new Bar(
                finding.mark(),
                finding.words(),
                finding.seen(),
                axis.at(1),
                ratio == null ? null : axis.span(1, ratio),
                ratio == null ? 0 : axis.at(ratio),
                axis.interval(finding, 1),
                ClaimedRange.of(axis, finding, 1));
    }

    /**
     * What keeps a bound.
     *
     * @param range from the bound to the end of the picture
     * @param bound where the bound lies
     * @param atLeast whether the range lies to the right of it
     */
    record ClaimedRange(Span range, double bound, boolean atLeast) {

        /** The range on an axis on which the ratio 1 is some unit. */
        static @Nullable ClaimedRange of(Axis axis, Finding finding, double unit) {
            if (finding.bound() == null) {
                return null;
            }
            double at = axis.at(unit * finding.bound());
            return new ClaimedRange(Span.between(at, finding.higherIsBetter() ? 100 : 0), at, finding.higherIsBetter());
        }
    }
}
