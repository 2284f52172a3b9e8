/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.result.Control;
import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Round;
import dev.tuned.examples.beforeafter.result.ScenarioResult;
import dev.tuned.examples.beforeafter.scenario.Comparison;
import dev.tuned.examples.beforeafter.scenario.Scenario;
import dev.tuned.examples.beforeafter.statistics.Claim;
import dev.tuned.examples.beforeafter.statistics.Metric;
import dev.tuned.examples.beforeafter.statistics.PairedRatio;
import dev.tuned.examples.beforeafter.statistics.RatioEstimate;
import dev.tuned.examples.beforeafter.statistics.Verdict;

/** Turns the rounds of a trial into results. */
final class Evaluation {

    /** 1 Gbit/s without the framing. */
    private static final double NETWORK_BYTES_PER_SECOND = 100e6;

    private Evaluation() {}

    /** Evaluates a comparison from all rounds of its trial; {@code problem} says why it is void or not finished. */
    static ScenarioResult of(
            Comparison comparison,
            Scenario scenario,
            String jvmFlags,
            TrialProgress progress,
            @Nullable String problem,
            @Nullable String verdict) {
        String before = comparison.baseline().name();
        String after = comparison.candidate().name();
        List<Round> rounds = progress.rounds().stream()
                .filter(round -> round.side().equals(before) || round.side().equals(after))
                .toList();
        List<MetricResult> metrics = Stream.of(Metric.values())
                .flatMap(metric -> metric(metric, comparison, rounds).stream())
                .toList();
        double clientMicros = rounds.stream()
                .mapToDouble(Round::clientCpuUsPerRequest)
                .average()
                .orElse(0);
        double wireBytes =
                rounds.stream().mapToDouble(Round::wireBytesPerRequest).max().orElse(1);
        return new ScenarioResult(
                comparison.name(),
                scenario.what(),
                before,
                after,
                jvmFlags,
                progress.pace().connections(),
                progress.pace().loop(),
                progress.pace().rate(),
                progress.warmUpRequests(),
                progress.repeats(),
                clientMicros,
                Math.rint(NETWORK_BYTES_PER_SECOND / wireBytes),
                primary(comparison, scenario).stream().map(Metric::key).toList(),
                rounds,
                metrics,
                problem,
                verdict != null ? verdict : Outcome.ofScenario(metrics));
    }

    private static List<Metric> primary(Comparison comparison, Scenario scenario) {
        List<Claim> claims = comparison.claims().isEmpty() ? scenario.claims() : comparison.claims();
        return Stream.concat(claims.stream().map(Claim::metric), scenario.shownMetrics().stream())
                .toList();
    }

    /** The control's result on the scenario's primary metric, if every round could be measured. */
    static Optional<Control> control(Comparison control, TrialProgress progress) {
        Metric metric = control.claims().get(0).metric();
        return metric(metric, control, progress.rounds())
                .map(result -> new Control(
                        control.name(),
                        result.name(),
                        result.ratio(),
                        result.ci(),
                        !result.verdict().equals(Verdict.BETTER.label())
                                && !result.verdict().equals(Verdict.WORSE.label())));
    }

    private static Optional<MetricResult> metric(Metric metric, Comparison comparison, List<Round> rounds) {
        double[] before = values(metric, comparison.baseline().name(), rounds);
        double[] after = values(metric, comparison.candidate().name(), rounds);
        int pairs = Math.min(before.length, after.length);
        if (pairs == 0) {
            return Optional.empty();
        }
        double[] pairedBefore = Arrays.copyOf(before, pairs);
        double[] pairedAfter = Arrays.copyOf(after, pairs);
        RatioEstimate estimate = PairedRatio.of(pairedBefore, pairedAfter, metric.floor());
        RatioEstimate value = PairedRatio.of(ones(pairs), pairedAfter, metric.floor());
        Optional<Claim> claim = comparison.claims().stream()
                .filter(each -> each.metric() == metric)
                .findFirst();
        return Optional.of(new MetricResult(
                metric.key(),
                typical(pairedBefore, metric),
                typical(pairedAfter, metric),
                estimate.ratio(),
                List.of(estimate.interval().low(), estimate.interval().high()),
                Verdict.of(estimate, metric.higherIsBetter()).label(),
                claim.map(Claim::label).orElse(null),
                claim.map(each -> each.isMetBy(each.expected() == Claim.Expected.REACHES ? value : estimate))
                        .orElse(null)));
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static double[] values(Metric metric, String side, List<Round> rounds) {
        List<Double> values = new ArrayList<>();
        for (Round round : rounds) {
            Double value = round.metrics().get(metric.key());
            if (round.side().equals(side) && value != null) {
                values.add(value);
            }
        }
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The geometric mean, so that after divided by before is the ratio; the arithmetic one where values near zero. */
    private static double typical(double[] values, Metric metric) {
        return Arrays.stream(values).allMatch(value -> value > metric.floor())
                ? Math.exp(Arrays.stream(values).map(Math::log).average().orElse(0))
                : Arrays.stream(values).average().orElse(0);
    }
}
