/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.ClaimResult;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.ConditionResult;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.statistics.ClaimVerdict;
import dev.tuned.bench.statistics.Metric;

/**
 * A ratio that the reports show: one per condition of a claim, or where nothing is claimed one for the CPU time.
 *
 * @param mark the verdict
 * @param before the variant before
 * @param metric the metric
 * @param measured the metric's values; {@code null} where they are missing
 * @param ratio after divided by before; {@code null} where before is zero
 * @param low the lower end of the interval; {@code null} where there is none
 * @param high its upper end
 * @param bound what is claimed, or {@code null}
 * @param seen what a run that shows nothing could have shown; empty for other verdicts
 */
record ReportedRatio(
        Mark mark,
        String before,
        Metric metric,
        @Nullable MetricResult measured,
        @Nullable Double ratio,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double bound,
        String seen) {

    static List<ReportedRatio> of(Results results, ComparisonResult comparison) {
        ClaimResult claim = comparison.claim();
        if (claim != null && !claim.conditions().isEmpty()) {
            return claim.conditions().stream()
                    .map(condition -> of(comparison, condition, Mark.of(results, condition.verdict())))
                    .toList();
        }
        Mark mark = Mark.of(results, claim);
        return comparison
                .metric(Metric.CPU.key())
                .or(() -> comparison.metrics().stream().findFirst())
                .stream()
                .map(metric -> of(mark, comparison.before(), metric))
                .toList();
    }

    private static ReportedRatio of(ComparisonResult comparison, ConditionResult condition, Mark mark) {
        boolean couldHaveShown = condition.seen() != null && condition.verdict() == ClaimVerdict.INCONCLUSIVE;
        return new ReportedRatio(
                mark,
                comparison.before(),
                Metric.ofKey(condition.metric()),
                comparison.metric(condition.metric()).orElse(null),
                condition.ratio(),
                condition.low(),
                condition.high(),
                condition.bound(),
                couldHaveShown ? "this run could have shown " + Format.ratio(condition.seen()) : "");
    }

    private static ReportedRatio of(Mark mark, String before, MetricResult metric) {
        return new ReportedRatio(
                mark,
                before,
                Metric.ofKey(metric.key()),
                metric,
                metric.ratio(),
                metric.low(),
                metric.high(),
                null,
                "");
    }

    /** The ratio in words, such as {@code CPU per request: 0.29 of stock [0.22–0.38], claimed ≤ 0.7×}. */
    String words() {
        String name = Words.quantity(metric.label());
        String claim = bound == null
                ? ""
                : ", claimed " + (metric.higherIsBetter() ? "≥ " : "≤ ") + Format.factor(bound) + "×";
        if (ratio == null) {
            return name + ": " + (measured == null ? Format.NONE : Format.change(measured.before(), measured.after()))
                    + claim;
        }
        String relation = Format.ratio(ratio)
                + (ratio < 1 && !metric.higherIsBetter() ? " of " + before : " times " + before + "’s");
        return (metric.higherIsBetter() ? relation + " " + name : name + ": " + relation)
                + (low == null ? " (no interval)" : " " + Format.interval(low, high))
                + claim;
    }
}
