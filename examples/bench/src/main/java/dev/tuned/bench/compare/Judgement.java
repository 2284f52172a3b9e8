/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Outcome;
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
        INCONCLUSIVE;

        public String label() {
            return this == ACCEPTED
                    ? "worse, as accepted"
                    : name().toLowerCase(Locale.ROOT).replace('_', ' ');
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
    private static final double ERRORS_MARGIN = 0.1;

    private static final double CONFIDENCE = 0.95;

    /** A run that could not have seen this factor could not have failed. */
    private static final double MAX_SEEN = 2;

    /** The metrics that are judged wherever they are measured. */
    static List<Metric> judged() {
        return Stream.concat(POLICIES.stream().map(Policy::metric), Stream.of(Metric.ERRORS))
                .toList();
    }

    /** The judgements of all metrics that are judged, in the order of the results. */
    public static List<Judgement> of(ComparisonResult comparison) {
        return comparison.metrics().stream()
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

    /** The judgement of a ratio of ratios, which has no unit in which it could be too small to matter. */
    static Judgement ofRatios(MetricResult metric) {
        return new Judgement(
                metric, verdict(metric, policy(metric).orElseThrow().margin(), 0));
    }

    /**
     * The outcome of judgements where nothing is claimed.
     *
     * @param control what says which of them count, or {@code null} where there is none
     */
    public static Outcome outcome(List<Judgement> judgements, @Nullable Control control) {
        return judgements.stream().anyMatch(each -> each.verdict() == Verdict.WORSE)
                ? Outcome.WORSE
                : whyInconclusive(judgements, control).isEmpty() ? Outcome.NOT_WORSE : Outcome.INCONCLUSIVE;
    }

    /** Why a run could not have failed, to begin its sentence; nothing where it could. */
    public static Optional<String> whyInconclusive(List<Judgement> judgements, @Nullable Control control) {
        Optional<MetricResult> failing = judgements.stream()
                .map(Judgement::metric)
                .filter(metric -> metric.key().equals(Metric.ERRORS.key())
                        && Math.min(metric.before(), metric.after()) > ERRORS_MARGIN)
                .findFirst();
        if (failing.isPresent()) {
            return failing.map(errors -> String.format(
                    Locale.ROOT,
                    "inconclusive, since both services failed requests (%.1f %% and %.1f %%), which measures errors instead of"
                            + " answers; ",
                    errors.before(),
                    errors.after()));
        }
        return couldHaveSeen(judgements, control)
                ? Optional.empty()
                : Optional.of(
                        "inconclusive, since twice the CPU would not have been seen: more --launches or a quieter machine would show it; ");
    }

    /**
     * Whether twice the CPU would have been seen or is ruled out, or twice the p99 where the processes are not known.
     * Under a wide control it has to be seen beyond that.
     */
    private static boolean couldHaveSeen(List<Judgement> judgements, @Nullable Control control) {
        double reach = control == null || control.passed() ? 1 : control.reach();
        return deciding(judgements)
                .filter(each -> smallestIncrease(each.metric()) * reach <= MAX_SEEN)
                .isPresent();
    }

    /** The judgement of CPU, or of p99 where the processes are not known. */
    private static Optional<Judgement> deciding(List<Judgement> judgements) {
        return Stream.of(Metric.CPU, Metric.P99)
                .flatMap(metric ->
                        judgements.stream().filter(each -> each.metric().key().equals(metric.key())))
                .findFirst();
    }

    /** What is inconclusive and leans to worse, of CPU, or of p99 where the processes are not known. */
    public static Optional<Judgement> undecided(List<Judgement> judgements) {
        return deciding(judgements).filter(each -> each.verdict() == Verdict.INCONCLUSIVE && each.leansToWorse());
    }

    /** The smallest increase that is seen or not ruled out; infinite where there is no interval. */
    private static double smallestIncrease(MetricResult metric) {
        Double high = metric.high();
        return high == null ? Double.POSITIVE_INFINITY : Math.min(metric.seen(), high);
    }

    /** The judgement of a metric that is judged. */
    static Judgement of(MetricResult metric) {
        return new Judgement(
                metric,
                policy(metric)
                        .map(policy -> verdict(metric, policy.margin(), policy.smallest()))
                        .orElseGet(() -> ofErrors(metric)));
    }

    /** Judges errors by the spread between launches: a launch that went wrong says little about the next. */
    private static Verdict ofErrors(MetricResult metric) {
        double difference = metric.after() - metric.before();
        return RatioEstimate.of(values(metric.beforeLaunches()), values(metric.afterLaunches()), 0)
                .difference(CONFIDENCE)
                .map(interval -> verdict(interval, 0, difference, -ERRORS_MARGIN, ERRORS_MARGIN))
                .orElse(Verdict.INCONCLUSIVE);
    }

    private static double[] values(List<Double> launches) {
        return launches.stream().mapToDouble(each -> each).toArray();
    }

    private static Verdict verdict(MetricResult metric, double margin, double smallest) {
        Double ratio = metric.ratio();
        Double low = metric.low();
        Double high = metric.high();
        double most = Stream.of(
                        metric.beforeLaunches(), metric.afterLaunches(), List.of(metric.before(), metric.after()))
                .flatMap(List::stream)
                .mapToDouble(each -> each)
                .max()
                .orElseThrow();
        if (most <= smallest) {
            return Verdict.EQUIVALENT;
        }
        if (ratio == null || low == null || high == null) {
            return Verdict.INCONCLUSIVE;
        }
        Verdict verdict = verdict(new Interval(low, high), 1, ratio, 1 / margin, margin);
        boolean counts = Math.abs(metric.after() - metric.before()) > smallest;
        return counts || verdict == Verdict.EQUIVALENT ? verdict : Verdict.INCONCLUSIVE;
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

    /**
     * The judgements of all launches together, where worse counts only if the second measurement by itself leans to
     * worse.
     *
     * @param second the judgements of the second measurement alone; empty where there was none
     */
    public static List<Judgement> borneOut(List<Judgement> all, List<Judgement> second) {
        Set<String> leaning = second.stream()
                .filter(Judgement::leansToWorse)
                .map(each -> each.metric().key())
                .collect(Collectors.toSet());
        return all.stream()
                .map(each -> each.verdict() == Verdict.WORSE
                                && !leaning.contains(each.metric().key())
                        ? each.inconclusive()
                        : each)
                .toList();
    }

    /** The same, which a second measurement or the run's control did not bear out. */
    public Judgement inconclusive() {
        return new Judgement(metric, Verdict.INCONCLUSIVE);
    }

    /** The same, where worse is a trade-off that was accepted: the interval may not lie wholly beyond it. */
    public Judgement accepting(List<Claim.Condition> tradeOffs) {
        boolean accepted = verdict == Verdict.WORSE
                && tradeOffs.stream()
                        .anyMatch(tradeOff -> tradeOff.metric().key().equals(metric.key())
                                && metric.low() != null
                                && metric.low() <= tradeOff.bound());
        return accepted ? new Judgement(metric, Verdict.ACCEPTED) : this;
    }

    /** The same where the control lets it count. */
    public Judgement under(Control control) {
        return control.allows(metric.key(), metric.low(), metric.high(), 1) ? this : inconclusive();
    }

    /** Whether it is of errors, which count whatever the control says. */
    public boolean isOfErrors() {
        return metric.key().equals(Metric.ERRORS.key());
    }

    /** Whether the ratio by itself, whatever its interval, lies beyond half the margin on the side of worse. */
    private boolean leansToWorse() {
        return policy(metric)
                .map(policy -> metric.ratio() != null && metric.ratio() > Math.sqrt(policy.margin()))
                .orElseGet(() -> metric.after() - metric.before() > ERRORS_MARGIN / 2);
    }
}
