/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import dev.tuned.bench.report.Format;
import dev.tuned.bench.report.Words;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.statistics.Claim;
import dev.tuned.bench.statistics.Interval;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

/**
 * A verdict on a metric.
 *
 * @param metric the metric
 * @param verdict the verdict
 */
public record Judgement(MetricResult metric, Verdict verdict) {

    /** The verdict on a metric. */
    public enum Verdict {
        BETTER,
        WORSE,
        /** Worse, as far as was accepted beforehand. */
        ACCEPTED,
        EQUIVALENT,
        INCONCLUSIVE,
        /** A single launch has none. */
        NONE;

        public String label() {
            return this == ACCEPTED
                    ? "worse, as accepted"
                    : this == NONE ? "" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * The rule by which a difference of a metric counts.
     *
     * @param margin the factor below which two values are equivalent
     * @param smallest differences below this one, in the metric's unit, do not matter
     */
    private record Policy(Metric metric, double margin, double smallest) {}

    private static final List<Policy> POLICIES = List.of(
            new Policy(Metric.CPU, 1.1, 2),
            new Policy(Metric.ALLOCATED, 1.05, 256),
            new Policy(Metric.WRITTEN, 1.05, 64),
            new Policy(Metric.P99, 1.25, 1),
            new Policy(Metric.RSS, 1.25, 16),
            new Policy(Metric.GC_PAUSE, 1.25, 5));

    /** Errors are judged by their difference in percentage points, since what is right has none. */
    static final double ERRORS_MARGIN = 0.1;

    /** Launches of each side of which it is hardly chance that all of one have more errors than all of the other. */
    private static final int MIN_LAUNCHES = 3;

    private static final double CONFIDENCE = 0.95;

    /** The metrics that are judged wherever they are measured. */
    public static List<Metric> judged() {
        return Stream.concat(POLICIES.stream().map(Policy::metric), Stream.of(Metric.ERRORS))
                .toList();
    }

    /** The judgements of all metrics that are judged, in the order of the results. */
    static List<Judgement> of(List<MetricResult> metrics) {
        return metrics.stream()
                .filter(metric -> judged().stream().anyMatch(each -> each.key().equals(metric.key())))
                .map(Judgement::of)
                .toList();
    }

    private static Optional<Policy> policy(MetricResult metric) {
        return POLICIES.stream()
                .filter(policy -> policy.metric().key().equals(metric.key()))
                .findFirst();
    }

    /** Whether a metric is judged by its ratio. */
    static boolean hasMargin(MetricResult metric) {
        return policy(metric).isPresent();
    }

    /**
     * The judgement of ratios of several runs. What is too small to matter in each of them is so here.
     *
     * @param runs the metric in each run
     */
    static Judgement ofRatios(MetricResult ratios, List<MetricResult> runs) {
        return new Judgement(ratios, verdict(ratios, policy(ratios).orElseThrow(), runs));
    }

    /** The judgement of a metric that is judged. */
    static Judgement of(MetricResult metric) {
        return new Judgement(
                metric,
                policy(metric)
                        .map(policy -> verdict(metric, policy, List.of(metric)))
                        .orElseGet(() -> ofErrors(metric)));
    }

    /**
     * Judges errors by the spread between launches: a launch that went wrong says little about the next. Where each
     * launch after has more than any before, their spread does not matter.
     */
    private static Verdict ofErrors(MetricResult metric) {
        double difference = metric.after() - metric.before();
        List<Double> before = metric.beforeLaunches();
        List<Double> after = metric.afterLaunches();
        if (Math.min(before.size(), after.size()) >= MIN_LAUNCHES
                && Collections.min(after) > Collections.max(before) + ERRORS_MARGIN) {
            return Verdict.WORSE;
        }
        return RatioEstimate.of(before, after, 0)
                .difference(CONFIDENCE)
                .map(interval -> verdict(interval, 0, difference, -ERRORS_MARGIN, ERRORS_MARGIN))
                .orElse(Verdict.INCONCLUSIVE);
    }

    /**
     * The verdict on a ratio.
     *
     * @param values the metric in its unit, of each run
     */
    private static Verdict verdict(MetricResult metric, Policy policy, List<MetricResult> values) {
        double margin = policy.margin();
        double smallest = policy.smallest();
        Double ratio = metric.ratio();
        Interval interval = metric.interval();
        if (values.stream().allMatch(each -> greatest(each) <= smallest)) {
            return Verdict.EQUIVALENT;
        }
        if (ratio == null || interval == null) {
            // A rise from near zero has no ratio, but a difference.
            boolean rose = metric.lowDifference() != null
                    && metric.lowDifference() > smallest
                    && metric.after() > margin * metric.before();
            return rose ? Verdict.WORSE : Verdict.INCONCLUSIVE;
        }
        Verdict verdict = verdict(interval, 1, ratio, 1 / margin, margin);
        boolean counts = values.stream().anyMatch(each -> Math.abs(each.after() - each.before()) > smallest);
        return counts || verdict == Verdict.EQUIVALENT ? verdict : Verdict.INCONCLUSIVE;
    }

    private static double greatest(MetricResult metric) {
        return Stream.of(metric.beforeLaunches(), metric.afterLaunches(), List.of(metric.before(), metric.after()))
                .flatMap(List::stream)
                .mapToDouble(each -> each)
                .max()
                .orElseThrow();
    }

    /**
     * The verdict on a change, of which more is worse.
     *
     * @param none the change of what does not change
     * @param least from this one to {@code most} two values are equivalent
     */
    private static Verdict verdict(Interval interval, double none, double change, double least, double most) {
        if (interval.liesWithin(least, most)) {
            return Verdict.EQUIVALENT;
        }
        if (interval.low() > none && change > most) {
            return Verdict.WORSE;
        }
        return interval.high() < none && change < least ? Verdict.BETTER : Verdict.INCONCLUSIVE;
    }

    /** The same, which a second measurement or the run's control did not bear out. */
    Judgement inconclusive() {
        return new Judgement(metric, Verdict.INCONCLUSIVE);
    }

    /** The same, where worse is a trade-off that was accepted: the interval may not lie wholly beyond it. */
    Judgement accepting(List<Claim.Condition> tradeOffs) {
        boolean accepted = verdict == Verdict.WORSE
                && tradeOffs.stream()
                        .anyMatch(tradeOff -> tradeOff.metric().key().equals(metric.key())
                                && (metric.low() == null ? metric.after() / metric.before() : metric.low())
                                        <= tradeOff.bound());
        return accepted ? new Judgement(metric, Verdict.ACCEPTED) : this;
    }

    /** The same where the control lets it count. */
    Judgement under(Control control) {
        return control.allows(metric.key(), metric.interval(), 1) ? this : inconclusive();
    }

    /** The verdict in words. */
    public String text() {
        return verdict == Verdict.INCONCLUSIVE && metric.seen() > 1
                ? "inconclusive: this run could have seen ×" + Format.ratio(metric.seen())
                : verdict.label();
    }

    /** The metric's name with its ratio, where it has one. */
    public String named() {
        return Words.name(metric.label()) + (metric.ratio() == null ? "" : " ×" + Format.ratio(metric.ratio()));
    }

    /** Whether it is of a metric. */
    boolean isOf(Metric other) {
        return metric.key().equals(other.key());
    }

    /** Whether it is of errors, which count whatever the control says. */
    boolean isOfErrors() {
        return isOf(Metric.ERRORS);
    }

    /** Whether the values by themselves, whatever their interval, lie beyond half the margin on the side of worse. */
    boolean leansToWorse() {
        return policy(metric)
                .map(policy -> metric.after() > Math.sqrt(policy.margin()) * metric.before())
                .orElseGet(() -> metric.after() - metric.before() > ERRORS_MARGIN / 2);
    }
}
