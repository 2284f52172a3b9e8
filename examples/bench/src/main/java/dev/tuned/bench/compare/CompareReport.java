/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.bench.judge.Judgement;
import dev.tuned.bench.judge.Judgement.Verdict;
import dev.tuned.bench.judge.Judgements;
import dev.tuned.bench.report.Format;
import dev.tuned.bench.report.Templates;
import dev.tuned.bench.report.Words;
import dev.tuned.bench.result.ConditionResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.statistics.ClaimVerdict;
import dev.tuned.bench.statistics.Metric;

/**
 * A comparison as text, as Markdown for a pull request, and as JUnit's XML for a build server.
 *
 * @param results the results
 * @param judgements the judgement of each metric
 * @param baseline lines about the changes since a baseline; empty where there is none
 */
public record CompareReport(Results results, Judgements judgements, List<String> baseline) {

    private static final String ROW = "  %-24s %14s %14s  %-22s %s";

    /** Verdicts that are skipped tests. */
    private static final Set<Verdict> UNDECIDED = EnumSet.of(Verdict.INCONCLUSIVE, Verdict.NONE);

    private static final int BAR = 12;

    /** Why a metric is missing of services whose process is known. */
    private static final Map<Metric, String> TOO_FEW = Map.of(
            Metric.P99, " (fewer than 500 requests in a launch)",
            Metric.GC_PAUSE, " (fewer than five collections in a launch)");

    /** The text for a terminal; the last line is the sentence. */
    public String text() {
        return Templates.fill("compare.txt", view());
    }

    /** A table below the sentence. */
    public String markdown() {
        return Templates.fill("compare.md", view());
    }

    private Map<String, Object> view() {
        return Map.of(
                "growth", Words.growth(results.growth()),
                "sure", Words.sure(results.growth()),
                "head", String.format(Locale.ROOT, ROW, "", "before", "after", "ratio", ""),
                "rows", rows(),
                "baseline", baseline,
                "surroundings",
                        Stream.concat(missing().stream(), Words.surroundings(results).stream())
                                .toList(),
                "sentence", results.sentence());
    }

    /** The metrics that are not in the table, and the reason. */
    private Optional<String> missing() {
        Set<String> measured = judgements.keys();
        List<Metric> missing = Judgement.judged().stream()
                .filter(metric -> !measured.contains(metric.key()))
                .toList();
        // The JVM that tells what it allocated tells its collections, too.
        boolean unknown = missing.stream().anyMatch(metric -> !TOO_FEW.containsKey(metric));
        boolean collections = measured.contains(Metric.ALLOCATED.key());
        String names = missing.stream()
                .map(metric -> metric.label()
                        + (collections || metric.equals(Metric.P99) ? TOO_FEW.getOrDefault(metric, "") : ""))
                .collect(Collectors.joining(", "));
        return names.isEmpty() || judgements.isEmpty()
                ? Optional.empty()
                : Optional.of("not measured: " + names
                        + (unknown ? "; a service's process is not known, or the system does not say" : ""));
    }

    /**
     * A judgement or a condition of a claim in words.
     *
     * @param bars both values as bars, one above the other, as long as they are large
     * @param outcome that of a test case: {@code failure}, {@code error}, {@code skipped}, or empty where it passed
     * @param message what is said of the outcome
     */
    record Row(
            String name,
            String before,
            String after,
            String bars,
            String ratio,
            String verdict,
            String outcome,
            String message) {

        String line() {
            String format = before.isEmpty() ? "  %1$-54s %4$-22s %5$s" : ROW;
            return String.format(Locale.ROOT, format, name, before, after, ratio, verdict)
                    .stripTrailing();
        }
    }

    private List<Row> rows() {
        return Stream.concat(
                        judgements.all().stream().map(CompareReport::row),
                        results.comparisons().stream()
                                .flatMap(each -> Stream.ofNullable(each.claim()))
                                .flatMap(claim -> claim.conditions().stream())
                                .map(CompareReport::row))
                .toList();
    }

    private static Row row(Judgement judgement) {
        double before = judgement.metric().before();
        double after = judgement.metric().after();
        double longest = Math.max(before, after);
        boolean worse = judgement.verdict() == Verdict.WORSE;
        String ratio = Format.ratioAndInterval(judgement.metric());
        return new Row(
                judgement.metric().label(),
                Format.number(before),
                Format.number(after),
                longest <= 0 ? "" : bar(before / longest) + "<br>" + bar(after / longest),
                ratio,
                judgement.text(),
                worse ? "failure" : UNDECIDED.contains(judgement.verdict()) ? "skipped" : "",
                worse ? ratio : judgement.text());
    }

    private static Row row(ConditionResult condition) {
        String verdict = condition.verdict().label();
        String ratio = Format.ratioAndInterval(condition.ratio(), condition.low(), condition.high());
        String outcome = condition.verdict() == ClaimVerdict.CONFIRMED ? "" : "failure";
        return new Row("claim: " + condition.condition(), "", "", "", ratio, verdict, outcome, verdict + ": " + ratio);
    }

    private static String bar(double share) {
        return "█".repeat(Math.max(1, (int) Math.round(BAR * share)));
    }

    /**
     * JUnit's XML: a test case for each metric, which fails if it became worse, one for each claim, which fails unless
     * it is confirmed, and an error if the run is invalid or fails for another reason.
     */
    public String junit() {
        List<Row> cases = new ArrayList<>(rows());
        boolean told = results.outcome().exitCode() == 0
                || cases.stream().anyMatch(each -> each.outcome().equals("failure"));
        if (!told || results.outcome() == Outcome.INVALID) {
            cases.add(new Row("run", "", "", "", "", "", "error", results.sentence()));
        }
        return Templates.fill(
                "junit.xml",
                Map.of(
                        "cases", cases,
                        "tests", cases.size(),
                        "failures", count(cases, "failure"),
                        "errors", count(cases, "error"),
                        "skipped", count(cases, "skipped"),
                        "time", String.format(Locale.ROOT, "%.1f", results.seconds())));
    }

    private static long count(List<Row> cases, String outcome) {
        return cases.stream().filter(each -> each.outcome.equals(outcome)).count();
    }
}
