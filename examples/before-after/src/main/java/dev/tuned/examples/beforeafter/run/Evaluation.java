/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.result.ClaimResult;
import dev.tuned.examples.beforeafter.result.ComparisonResult;
import dev.tuned.examples.beforeafter.result.Control;
import dev.tuned.examples.beforeafter.result.Measurement;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Price;
import dev.tuned.examples.beforeafter.statistics.Holm;
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
        Control control = ControlCheck.of(plan, measurements);
        List<MeasuredComparison> cases = plan.experiments().stream()
                .flatMap(experiment -> {
                    Reference reference = Reference.of(experiment.ofFirstAndTwin(measurements));
                    return experiment.comparisons().stream()
                            .map(comparison ->
                                    new MeasuredComparison(experiment, comparison, measurements, reference, control));
                })
                .filter(MeasuredComparison::isMeasured)
                .toList();
        Map<MeasuredComparison, ClaimResult> claims = claims(cases);
        Map<MeasuredComparison, List<Price>> prices = prices(cases);
        List<ComparisonResult> results = cases.stream()
                .map(each -> each.result(claims.get(each), prices.getOrDefault(each, List.of())))
                .toList();
        Outcome outcome = outcome(problem, control, results);
        return new Evaluation(outcome, new Sentence(outcome, problem, control, results).text(), control, results);
    }

    /** All claims share the 5 %: the more there are, the clearer each has to be. */
    private static Map<MeasuredComparison, ClaimResult> claims(List<MeasuredComparison> cases) {
        List<MeasuredComparison> claiming =
                cases.stream().filter(each -> each.comparison().claim() != null).toList();
        double[] levels = Holm.levels(
                claiming.stream().mapToDouble(MeasuredComparison::pOfClaim).toArray(), LEVEL);
        Map<MeasuredComparison, ClaimResult> results = new LinkedHashMap<>();
        for (int i = 0; i < levels.length; i++) {
            results.put(claiming.get(i), claiming.get(i).claimResult(levels[i]));
        }
        return results;
    }

    private record Question(MeasuredComparison of, Metric metric, RatioEstimate estimate) {

        double p() {
            return Math.min(1, 2 * estimate.pAbove(MARGIN));
        }
    }

    /** All metrics that could have become worse share 5 %, too. */
    private static Map<MeasuredComparison, List<Price>> prices(List<MeasuredComparison> cases) {
        List<Question> questions = cases.stream()
                .filter(each -> each.comparison().judged())
                .flatMap(each -> Stream.concat(PRICES.stream(), each.comparison().accepted().keySet().stream())
                        .distinct()
                        .flatMap(metric ->
                                each.estimate(metric).map(estimate -> new Question(each, metric, estimate)).stream()))
                .toList();
        double[] levels =
                Holm.levels(questions.stream().mapToDouble(Question::p).toArray(), LEVEL);
        Map<MeasuredComparison, List<Price>> prices = new LinkedHashMap<>();
        for (int i = 0; i < levels.length; i++) {
            Question question = questions.get(i);
            if (question.p() > levels[i]) {
                continue;
            }
            question.of()
                    .price(question.metric(), question.estimate(), levels[i])
                    .ifPresent(price -> prices.computeIfAbsent(question.of(), ignored -> new ArrayList<>())
                            .add(price));
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
}
