/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.result.ClaimResult;
import dev.tuned.examples.beforeafter.result.ComparisonResult;
import dev.tuned.examples.beforeafter.result.ConditionResult;
import dev.tuned.examples.beforeafter.result.Control;
import dev.tuned.examples.beforeafter.result.Measurement;
import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Price;
import dev.tuned.examples.beforeafter.statistics.Claim;
import dev.tuned.examples.beforeafter.statistics.Holm;
import dev.tuned.examples.beforeafter.statistics.Interval;
import dev.tuned.examples.beforeafter.statistics.Metric;
import dev.tuned.examples.beforeafter.statistics.RatioEstimate;
import dev.tuned.examples.beforeafter.statistics.Verdict;

/**
 * What a plan's measurements come to. Depends on nothing but its input.
 *
 * @param outcome what the run came to
 * @param sentence the outcome in one sentence
 * @param control the A/A control, or {@code null} where there is none
 * @param comparisons one for each comparison of the plan that was measured
 */
record Evaluation(
        Outcome outcome, String sentence, @Nullable Control control, List<ComparisonResult> comparisons) {

    static final double CONFIDENCE = 0.95;
    private static final double LEVEL = 1 - CONFIDENCE;

    /** What becomes worse by less than this is no price. */
    private static final double MARGIN = 1.1;

    private static final List<Metric> PRICES =
            List.of(Metric.CPU, Metric.ALLOCATED, Metric.RSS, Metric.P99, Metric.GC_PAUSE, Metric.ERRORS);

    static Evaluation of(Plan plan, List<Measurement> measurements, @Nullable String problem) {
        List<Case> cases = plan.experiments().stream()
                .flatMap(experiment -> {
                    Reference reference = Reference.of(experiment.ofFirstAndTwin(measurements));
                    return experiment.comparisons().stream()
                            .map(comparison -> new Case(experiment, comparison, measurements, reference));
                })
                .filter(Case::isMeasured)
                .toList();
        Control control = ControlCheck.of(plan, measurements);
        Map<Case, ClaimResult> claims = claims(cases, control);
        Map<Case, List<Price>> prices = prices(cases, control);
        List<ComparisonResult> results = cases.stream()
                .map(each -> each.result(claims.get(each), prices.getOrDefault(each, List.of())))
                .toList();
        Outcome outcome = outcome(problem, control, results);
        return new Evaluation(outcome, new Sentence(outcome, problem, control, results).text(), control, results);
    }

    /** All claims share the 5 %: the more there are, the clearer each has to be. */
    private static Map<Case, ClaimResult> claims(List<Case> cases, @Nullable Control control) {
        List<Case> claiming =
                cases.stream().filter(each -> each.comparison().claim() != null).toList();
        double[] levels =
                Holm.levels(claiming.stream().mapToDouble(Case::pOfClaim).toArray(), LEVEL);
        Map<Case, ClaimResult> results = new LinkedHashMap<>();
        for (int i = 0; i < levels.length; i++) {
            results.put(claiming.get(i), claiming.get(i).claimResult(levels[i], control));
        }
        return results;
    }

    private record Question(Case of, Metric metric, RatioEstimate estimate) {

        double p() {
            return Math.min(1, 2 * estimate.pAbove(MARGIN));
        }
    }

    /** All metrics that could have become worse share 5 %, too. */
    private static Map<Case, List<Price>> prices(List<Case> cases, @Nullable Control control) {
        List<Question> questions = cases.stream()
                .filter(each -> each.comparison().judged())
                .flatMap(each -> Stream.concat(PRICES.stream(), each.comparison().accepted().keySet().stream())
                        .distinct()
                        .flatMap(metric ->
                                each.estimate(metric).map(estimate -> new Question(each, metric, estimate)).stream()))
                .toList();
        double[] levels =
                Holm.levels(questions.stream().mapToDouble(Question::p).toArray(), LEVEL);
        Map<Case, List<Price>> prices = new LinkedHashMap<>();
        for (int i = 0; i < levels.length; i++) {
            Question question = questions.get(i);
            if (question.p() > levels[i]) {
                continue;
            }
            Price price = question.of().price(question.metric(), question.estimate(), levels[i]);
            if (control == null || control.allows(price.metric(), price.low(), price.high(), 1)) {
                prices.computeIfAbsent(question.of(), ignored -> new ArrayList<>())
                        .add(price);
            }
        }
        return prices;
    }

    private static Outcome outcome(
            @Nullable String problem, @Nullable Control control, List<ComparisonResult> results) {
        if (problem != null || control == null || control.failed()) {
            return Outcome.VOID;
        }
        List<String> verdicts = results.stream()
                .flatMap(result -> Stream.ofNullable(result.claim()))
                .map(ClaimResult::verdict)
                .toList();
        if (verdicts.contains(Verdict.REFUTED.label())) {
            return Outcome.REFUTED;
        }
        if (results.stream().flatMap(result -> result.prices().stream()).anyMatch(price -> !price.declared())) {
            return Outcome.PRICE;
        }
        if (verdicts.isEmpty() || verdicts.contains(Verdict.NOT_SHOWN.label())) {
            return control.passed() ? Outcome.NOT_SHOWN : Outcome.VOID;
        }
        return Outcome.CONFIRMED;
    }

    /** One comparison and what was measured for it. */
    private record Case(
            Experiment experiment, Comparison comparison, List<Measurement> measurements, Reference reference) {

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

        private double[] adjusted(String variant, String metric) {
            return of(variant).stream()
                    .filter(each -> each.metrics().containsKey(metric))
                    .mapToDouble(each -> reference.adjusted(each, metric))
                    .toArray();
        }

        private List<Double> measured(String variant, String metric) {
            return of(variant).stream()
                    .flatMap(each -> Stream.ofNullable(each.metrics().get(metric)))
                    .toList();
        }

        Optional<RatioEstimate> estimate(Metric metric) {
            double[] before = adjusted(comparison.before(), metric.key());
            double[] after = adjusted(comparison.after(), metric.key());
            return before.length == 0 || after.length == 0
                    ? Optional.empty()
                    : Optional.of(RatioEstimate.of(before, after));
        }

        private List<Claim.Condition> conditions() {
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

        ClaimResult claimResult(double level, @Nullable Control control) {
            List<ConditionResult> results = conditions().stream()
                    .map(condition -> result(condition, level, control))
                    .toList();
            List<String> verdicts =
                    results.stream().map(ConditionResult::verdict).toList();
            Verdict verdict = verdicts.contains(Verdict.REFUTED.label())
                    ? Verdict.REFUTED
                    : verdicts.contains(Verdict.NOT_SHOWN.label()) ? Verdict.NOT_SHOWN : Verdict.CONFIRMED;
            return new ClaimResult(verdict.label(), results);
        }

        private ConditionResult result(Claim.Condition condition, double level, @Nullable Control control) {
            RatioEstimate estimate = estimate(condition.metric()).orElse(null);
            if (estimate == null) {
                return notMeasured(condition);
            }
            @Nullable Interval interval = condition.interval(estimate, level).orElse(null);
            @Nullable Double seen = null;
            if (interval != null) {
                double reach = Math.sqrt(interval.high() / interval.low());
                seen = condition.metric().higherIsBetter() ? condition.bound() * reach : condition.bound() / reach;
            }
            @Nullable Double low = interval == null ? null : interval.low();
            @Nullable Double high = interval == null ? null : interval.high();
            Verdict verdict =
                    control == null || control.allows(condition.metric().key(), low, high, condition.bound())
                            ? condition.verdict(estimate, level)
                            : Verdict.NOT_SHOWN;
            return new ConditionResult(
                    condition.metric().key(),
                    condition.metric().label() + " " + condition.text(),
                    condition.bound(),
                    estimate.ratio().orElse(null),
                    low,
                    high,
                    verdict.label(),
                    seen);
        }

        /** Such as a p99 of too few requests. */
        private static ConditionResult notMeasured(Claim.Condition condition) {
            return new ConditionResult(
                    condition.metric().key(),
                    condition.metric().label() + " " + condition.text(),
                    condition.bound(),
                    null,
                    null,
                    null,
                    Verdict.NOT_SHOWN.label(),
                    null);
        }

        Price price(Metric metric, RatioEstimate estimate, double level) {
            @Nullable Interval interval = estimate.interval(1 - level).orElse(null);
            @Nullable Double accepted = comparison.accepted().get(metric);
            boolean declared = accepted != null && estimate.pAbove(accepted) > level / 2;
            return new Price(
                    metric.key(),
                    metric.label(),
                    estimate.typicalBefore(),
                    estimate.typicalAfter(),
                    estimate.ratio().orElse(null),
                    interval == null ? null : interval.low(),
                    interval == null ? null : interval.high(),
                    accepted,
                    declared);
        }

        ComparisonResult result(@Nullable ClaimResult claim, List<Price> prices) {
            Set<String> keys = new LinkedHashSet<>();
            conditions().forEach(condition -> keys.add(condition.metric().key()));
            Set<String> ofAfter = of(comparison.after()).get(0).metrics().keySet();
            of(comparison.before()).get(0).metrics().keySet().stream()
                    .filter(ofAfter::contains)
                    .forEach(keys::add);
            return new ComparisonResult(
                    comparison.title(),
                    comparison.workload().name(),
                    comparison.workload().what(),
                    comparison.workload().load(),
                    comparison.before(),
                    comparison.after(),
                    Math.min(
                            of(comparison.before()).size(),
                            of(comparison.after()).size()),
                    claim,
                    prices,
                    keys.stream().flatMap(key -> metric(key).stream()).toList(),
                    Latencies.of(of(comparison.before())),
                    Latencies.of(of(comparison.after())),
                    comparison.note());
        }

        private Optional<MetricResult> metric(String key) {
            Metric metric = Metric.ofKey(key);
            return estimate(metric).map(estimate -> {
                @Nullable Interval interval = estimate.interval(CONFIDENCE).orElse(null);
                return new MetricResult(
                        key,
                        metric.label(),
                        metric.higherIsBetter(),
                        estimate.typicalBefore(),
                        estimate.typicalAfter(),
                        estimate.ratio().orElse(null),
                        interval == null ? null : interval.low(),
                        interval == null ? null : interval.high(),
                        measured(comparison.before(), key),
                        measured(comparison.after(), key));
            });
        }
    }
}
