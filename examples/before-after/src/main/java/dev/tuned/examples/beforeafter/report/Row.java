/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ScenarioResult;
import dev.tuned.examples.beforeafter.statistics.Metric;
import dev.tuned.examples.beforeafter.statistics.Verdict;

/** A line of the table: one primary metric of one scenario, and what it cost elsewhere. */
record Row(
        String scenario,
        String metric,
        String before,
        String after,
        String ratio,
        String interval,
        String verdict,
        String cost) {

    static final Row HEADER =
            new Row("scenario", "metric", "before", "after", "ratio", "95 % interval", "verdict", "cost");

    static List<Row> of(Results results) {
        return results.scenarios().stream()
                .flatMap(result -> of(result).stream())
                .toList();
    }

    private static List<Row> of(ScenarioResult result) {
        if (result.verdict().equals(Outcome.VOID) || result.verdict().equals(Outcome.FAILED)) {
            return List.of(new Row(title(result), "", "", "", "", "", result.verdict(), ""));
        }
        List<Row> rows = new ArrayList<>();
        for (String key : result.primary()) {
            result.metric(key).ifPresent(metric -> rows.add(of(result, metric, rows.isEmpty())));
        }
        return rows;
    }

    private static Row of(ScenarioResult result, MetricResult metric, boolean first) {
        if (result.baseline().equals(result.candidate())) {
            String value = Format.number(metric.before());
            return new Row(
                    first ? title(result) : "", Metric.ofKey(metric.name()).label(), value, "", "", "", "baseline", "");
        }
        return new Row(
                first ? title(result) : "",
                Metric.ofKey(metric.name()).label(),
                Format.number(metric.before()),
                Format.number(metric.after()),
                Format.ratio(metric.ratio()),
                Format.interval(metric.ci()),
                verdict(metric),
                first ? cost(result) : "");
    }

    /** The scenario, and the candidate or the baseline where it is not the one that every scenario is about. */
    static String title(ScenarioResult result) {
        String candidate = result.candidate();
        boolean unusual = result.baseline().contains(" ");
        if (candidate.equals("tuned") && unusual) {
            return result.name() + ": against " + result.baseline();
        }
        return candidate.equals("tuned") || candidate.equals(result.name())
                ? result.name()
                : result.name() + ": " + candidate;
    }

    /** The verdict; where it is open between better and same, and not worse was claimed, that. */
    static String verdict(MetricResult metric) {
        if (metric.claim() == null) {
            return metric.verdict();
        }
        if (!Boolean.TRUE.equals(metric.met())) {
            return metric.verdict() + " (claimed: " + metric.claim() + ")";
        }
        if (metric.verdict().equals(Verdict.INCONCLUSIVE.label())) {
            return metric.claim();
        }
        boolean byValue = metric.claim().startsWith("≤") || metric.claim().startsWith("≥");
        return byValue ? metric.verdict() + " (" + metric.claim() + ")" : metric.verdict();
    }

    /** What got worse beyond the margin, besides the primary metrics. */
    static String cost(ScenarioResult result) {
        return result.metrics().stream()
                .filter(metric -> metric.verdict().equals(Verdict.WORSE.label()))
                .filter(metric -> !result.primary().contains(metric.name()))
                .map(metric -> Metric.ofKey(metric.name()).label() + " ×" + Format.ratio(metric.ratio()))
                .collect(Collectors.joining(", "));
    }

    Stream<String> cells() {
        return Stream.of(scenario, metric, before, after, ratio, interval, verdict, cost);
    }
}
