/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
 * @param label the metric
 * @param higherIsBetter whether more of it is better
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
        String label,
        boolean higherIsBetter,
        @Nullable MetricResult measured,
        @Nullable Double ratio,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double bound,
        String seen) {

    static List<ReportedRatio> of(Results results, ComparisonResult comparison) {
        ClaimResult claim = comparison.claim();
        if (claim == null || claim.conditions().isEmpty()) {
            Mark mark = claim == null ? Mark.NONE : Mark.of(results, claim);
            return comparison
                    .metric(Metric.CPU.key())
                    .or(() -> comparison.metrics().stream().findFirst())
                    .stream()
                    .map(metric -> of(mark, comparison.before(), metric))
                    .toList();
        }
        return claim.conditions().stream()
                .map(condition -> of(comparison, condition, Mark.of(results, condition.verdict())))
                .toList();
    }

    private static ReportedRatio of(ComparisonResult comparison, ConditionResult condition, Mark mark) {
        Optional<MetricResult> metric = comparison.metric(condition.metric());
        boolean couldHaveShown = condition.seen() != null && condition.verdict() == ClaimVerdict.INCONCLUSIVE;
        return new ReportedRatio(
                mark,
                comparison.before(),
                metric.map(MetricResult::label).orElse(condition.metric()),
                metric.map(MetricResult::higherIsBetter)
                        .orElse(condition.condition().contains("≥")),
                metric.orElse(null),
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
                metric.label(),
                metric.higherIsBetter(),
                metric,
                metric.ratio(),
                metric.low(),
                metric.high(),
                null,
                "");
    }

    /** All ratios that an axis has to show. */
    Stream<Double> ratios() {
        return Stream.of(ratio, low, high, bound).flatMap(Stream::ofNullable);
    }

    /** The bound, such as {@code ≤ 0.7×}. */
    String limit() {
        return (higherIsBetter ? "≥ " : "≤ ") + Format.factor(bound) + "×";
    }

    /** The claim, such as {@code CPU per request ≤ 0.7×}. */
    String claim() {
        return Words.quantity(label) + " " + limit();
    }

    /** The ratio in words, such as {@code CPU per request: 0.29 of stock [0.22–0.38], claimed ≤ 0.7×}. */
    Phrase words() {
        String name = Words.quantity(label);
        String claim = bound == null ? "" : "claimed " + limit();
        if (ratio == null) {
            String values = measured == null
                    ? Format.NONE
                    : Format.number(measured.before()) + " → " + Format.number(measured.after());
            return new Phrase(name + ": ", values, "", "", claim);
        }
        String interval = low == null ? "(no interval)" : Format.interval(low, high);
        String relation = ratio < 1 && !higherIsBetter ? " of " + before : " times " + before + "’s";
        return higherIsBetter
                ? new Phrase("", Format.ratio(ratio), relation + " " + name, interval, claim)
                : new Phrase(name + ": ", Format.ratio(ratio), relation, interval, claim);
    }

    /**
     * A ratio in words, around the one figure that it is about.
     *
     * @param lead what stands before the figure
     * @param figure the ratio
     * @param relation what it is a ratio of
     * @param interval its interval; may be empty
     * @param claim what is claimed; may be empty
     */
    record Phrase(String lead, String figure, String relation, String interval, String claim) {

        /** The text after the figure. */
        String rest() {
            return relation + (interval.isEmpty() ? "" : " " + interval) + (claim.isEmpty() ? "" : ", " + claim);
        }

        @Override
        public String toString() {
            return lead + figure + rest();
        }
    }
}
