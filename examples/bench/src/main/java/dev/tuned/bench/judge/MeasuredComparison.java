/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.ClaimResult;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.ConditionResult;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.TradeOff;
import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.statistics.Claim;
import dev.tuned.bench.statistics.ClaimVerdict;
import dev.tuned.bench.statistics.Interval;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

/** One comparison, what was measured for it, and the control that says what of it counts. */
record MeasuredComparison(
        Experiment experiment,
        Comparison comparison,
        List<Measurement> measurements,
        Reference reference,
        @Nullable Control control) {

    private List<Measurement> of(String variant) {
        return measurements.stream()
                .filter(each -> each.experiment().equals(experiment.name())
                        && each.workload().equals(comparison.workload().name())
                        && each.variant().equals(variant))
                .toList();
    }

    boolean isMeasured() {
        return !of(comparison.before()).isEmpty() && !of(comparison.after()).isEmpty();
    }

    private List<Double> adjusted(String variant, String metric) {
        return of(variant).stream()
                .filter(each -> each.metrics().containsKey(metric))
                .map(each -> reference.adjusted(each, metric))
                .toList();
    }

    private List<Double> measured(String variant, String metric) {
        return of(variant).stream()
                .flatMap(each -> Stream.ofNullable(each.metrics().get(metric)))
                .toList();
    }

    Optional<RatioEstimate> estimate(Metric metric) {
        List<Double> before = adjusted(comparison.before(), metric.key());
        List<Double> after = adjusted(comparison.after(), metric.key());
        return before.isEmpty() || after.isEmpty()
                ? Optional.empty()
                : Optional.of(RatioEstimate.of(before, after, metric.nearZero()));
    }

    boolean isRow() {
        return comparison.claim() != null;
    }

    List<Claim.Condition> conditions() {
        return comparison.claim() == null ? List.of() : comparison.claim().conditions();
    }

    /** A claim is as clear as the least clear of its conditions. */
    double pOfClaim() {
        return conditions().stream()
                .mapToDouble(condition ->
                        estimate(condition.metric()).map(condition::p).orElse(1.0))
                .max()
                .orElse(1);
    }

    ClaimResult claimResult(double level) {
        List<ConditionResult> results =
                conditions().stream().map(condition -> result(condition, level)).toList();
        ClaimVerdict verdict = Stream.of(ClaimVerdict.REFUTED, ClaimVerdict.INCONCLUSIVE, ClaimVerdict.CONFIRMED)
                .filter(each -> results.stream().anyMatch(result -> result.verdict() == each))
                .findFirst()
                .orElse(ClaimVerdict.NO_GAIN_SHOWN);
        return new ClaimResult(verdict, results);
    }

    /** The result of a condition; inconclusive where it was not measured, such as a p99 of too few requests. */
    private ConditionResult result(Claim.Condition condition, double level) {
        Metric metric = condition.metric();
        Optional<RatioEstimate> estimate = estimate(metric);
        @Nullable
        Interval interval =
                estimate.flatMap(each -> condition.interval(each, level)).orElse(null);
        @Nullable Double seen = null;
        if (interval != null) {
            double reach = Math.sqrt(interval.high() / interval.low());
            seen = metric.higherIsBetter() ? condition.bound() * reach : condition.bound() / reach;
        }
        return new ConditionResult(
                metric.key(),
                metric.label() + " " + condition.text(),
                condition.bound(),
                estimate.flatMap(RatioEstimate::ratio).orElse(null),
                interval == null ? null : interval.low(),
                interval == null ? null : interval.high(),
                estimate.filter(each -> counts(metric, interval, condition.bound()))
                        .map(each -> condition.verdict(each, level))
                        .orElse(ClaimVerdict.INCONCLUSIVE),
                seen);
    }

    private boolean counts(Metric metric, @Nullable Interval interval, double bound) {
        return control == null || control.allows(metric.key(), interval, bound);
    }

    /** The trade-off of a metric that became worse, if the control lets it count. */
    Optional<TradeOff> tradeOff(Metric metric, RatioEstimate estimate, double level) {
        @Nullable Interval interval = estimate.interval(1 - level).orElse(null);
        if (!counts(metric, interval, 1)) {
            return Optional.empty();
        }
        @Nullable Double accepted = comparison.accepted().get(metric);
        boolean declared = accepted != null && estimate.pAbove(accepted) > level / 2;
        return Optional.of(new TradeOff(
                metric.key(),
                metric.label(),
                estimate.typicalBefore(),
                estimate.typicalAfter(),
                estimate.ratio().orElse(null),
                interval == null ? null : interval.low(),
                interval == null ? null : interval.high(),
                accepted,
                declared));
    }

    /** The metrics that were measured of both in any launch, the claimed ones first. */
    List<MetricResult> metrics() {
        Set<String> keys = new LinkedHashSet<>();
        conditions().forEach(condition -> keys.add(condition.metric().key()));
        of(comparison.before()).forEach(each -> keys.addAll(each.metrics().keySet()));
        return keys.stream().flatMap(key -> metric(key).stream()).toList();
    }

    ComparisonResult result(@Nullable ClaimResult claim, List<TradeOff> tradeOffs) {
        return new ComparisonResult(
                comparison.title(),
                comparison.workload().name(),
                comparison.workload().what(),
                comparison.workload().load(),
                comparison.before(),
                comparison.after(),
                Math.min(of(comparison.before()).size(), of(comparison.after()).size()),
                claim,
                tradeOffs,
                metrics(),
                Latencies.of(of(comparison.before())),
                Latencies.of(of(comparison.after())));
    }

    private Optional<MetricResult> metric(String key) {
        Metric metric = Metric.ofKey(key);
        return estimate(metric)
                .map(estimate -> MetricResult.of(
                        metric, estimate, measured(comparison.before(), key), measured(comparison.after(), key)));
    }
}
