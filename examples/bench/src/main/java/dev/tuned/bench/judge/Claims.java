/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.ClaimResult;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.TradeOff;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.statistics.ClaimVerdict;
import dev.tuned.bench.statistics.Holm;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

/**
 * The policy of claims with bounds: each is confirmed, refuted or inconclusive, and what became worse is a trade-off.
 *
 * @param subject what the sentence begins with, such as {@code Java 25}; may be empty
 * @param tradeOffs whether what became worse is looked for
 */
public record Claims(String subject, boolean tradeOffs) {

    private static final double LEVEL = 0.05;

    /** A smaller change for the worse is no trade-off. */
    private static final double MARGIN = 1.1;

    private static final List<Metric> TRADE_OFFS =
            List.of(Metric.CPU, Metric.ALLOCATED, Metric.RSS, Metric.P99, Metric.GC_PAUSE, Metric.ERRORS);

    /** The policy of a run that looks for trade-offs, too. */
    public static Claims of(String subject) {
        return new Claims(subject, true);
    }

    /** The results of a run with its verdict, by what was measured in it. */
    public Results judge(Plan plan, Results measured) {
        Figures figures = Figures.of(plan, measured.measurements());
        List<MeasuredComparison> cases = figures.comparisons();
        Map<MeasuredComparison, ClaimResult> claims = claims(cases);
        Map<MeasuredComparison, List<TradeOff>> worse = tradeOffs ? tradeOffs(cases) : Map.of();
        List<ComparisonResult> results = cases.stream()
                .map(each -> each.result(claims.get(each), worse.getOrDefault(each, List.of())))
                .toList();
        Control control = figures.control();
        Outcome outcome = outcome(measured.problem(), control, results);
        String sentence = new Sentence(subject, outcome, measured.problem(), control, results, tradeOffs).text();
        return measured.compared(control, results).judged(outcome, sentence + (tradeOffs ? measured.blame() : ""));
    }

    /** All claims share the 5 %: the more there are, the clearer each has to be. */
    private static Map<MeasuredComparison, ClaimResult> claims(List<MeasuredComparison> cases) {
        List<MeasuredComparison> claiming =
                cases.stream().filter(each -> !each.conditions().isEmpty()).toList();
        double[] levels = Holm.levels(
                claiming.stream().mapToDouble(MeasuredComparison::pOfClaim).toArray(), LEVEL);
        Map<MeasuredComparison, ClaimResult> results = new LinkedHashMap<>();
        cases.stream().filter(MeasuredComparison::isRow).forEach(each -> results.put(each, each.claimResult(LEVEL)));
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
    private static Map<MeasuredComparison, List<TradeOff>> tradeOffs(List<MeasuredComparison> cases) {
        List<Question> questions = cases.stream()
                .filter(each -> each.comparison().judged())
                .flatMap(each -> Stream.concat(TRADE_OFFS.stream(), each.comparison().accepted().keySet().stream())
                        .distinct()
                        .flatMap(metric ->
                                each.estimate(metric).map(estimate -> new Question(each, metric, estimate)).stream()))
                .toList();
        double[] levels =
                Holm.levels(questions.stream().mapToDouble(Question::p).toArray(), LEVEL);
        Map<MeasuredComparison, List<TradeOff>> tradeOffs = new LinkedHashMap<>();
        for (int i = 0; i < levels.length; i++) {
            Question question = questions.get(i);
            if (question.p() > levels[i]) {
                continue;
            }
            question.of()
                    .tradeOff(question.metric(), question.estimate(), levels[i])
                    .ifPresent(tradeOff -> tradeOffs
                            .computeIfAbsent(question.of(), ignored -> new ArrayList<>())
                            .add(tradeOff));
        }
        return tradeOffs;
    }

    private static Outcome outcome(
            @Nullable String problem, @Nullable Control control, List<ComparisonResult> results) {
        if (problem != null || control == null || control.failed()) {
            return Outcome.INVALID;
        }
        List<ClaimVerdict> verdicts = results.stream()
                .flatMap(result -> Stream.ofNullable(result.claim()))
                .map(ClaimResult::verdict)
                .toList();
        if (verdicts.contains(ClaimVerdict.REFUTED)) {
            return Outcome.REFUTED;
        }
        if (results.stream()
                .flatMap(result -> result.tradeOffs().stream())
                .anyMatch(tradeOff -> !tradeOff.declared())) {
            return Outcome.TRADE_OFF;
        }
        if (!verdicts.contains(ClaimVerdict.CONFIRMED) || verdicts.contains(ClaimVerdict.INCONCLUSIVE)) {
            return control.passed() ? Outcome.INCONCLUSIVE : Outcome.INVALID;
        }
        return Outcome.CONFIRMED;
    }
}
