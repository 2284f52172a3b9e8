/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.bench.compare.Judgement.Verdict;
import dev.tuned.bench.report.Format;
import dev.tuned.bench.report.Templates;
import dev.tuned.bench.report.TextReport;
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
public record CompareReport(Results results, List<Judgement> judgements, List<String> baseline) {

    private static final String ROW = "  %-24s %14s %14s  %-22s %s";

    private static final int BAR = 12;
    private static final String TOO_FEW = Metric.P99.label() + " (fewer than 500 requests in a launch)";

    /** The judgements in words by the keys of their metrics. */
    public static Map<String, String> verdicts(List<Judgement> judgements) {
        return judgements.stream()
                .collect(Collectors.toMap(each -> each.metric().key(), CompareReport::verdict));
    }

    /** The judgements in one sentence. */
    public static String sentence(List<Judgement> judgements) {
        String changed = Stream.of(Verdict.WORSE, Verdict.ACCEPTED, Verdict.BETTER)
                .map(verdict -> named(judgements, verdict, true))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        String rest = Stream.of(Verdict.EQUIVALENT, Verdict.INCONCLUSIVE)
                .map(verdict -> named(judgements, verdict, false))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        return Stream.of(changed.isEmpty() ? "nothing better or worse" : changed, rest)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String named(List<Judgement> judgements, Verdict verdict, boolean ratios) {
        String names = judgements.stream()
                .filter(each -> each.verdict() == verdict)
                .map(each -> Words.name(each.metric())
                        + (ratios && each.metric().ratio() != null
                                ? " ×" + Format.ratio(each.metric().ratio())
                                : ""))
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : verdict.label() + ": " + names;
    }

    /** The text for a terminal; the last line is the sentence. */
    public String text() {
        List<String> lines = new ArrayList<>(Words.growth(results.growth()));
        Words.sure(results.growth()).ifPresent(sure -> lines.addAll(List.of(sure, "")));
        if (!judgements.isEmpty()) {
            lines.add(String.format(Locale.ROOT, ROW, "", "before", "after", "ratio", ""));
        }
        judgements.forEach(each -> lines.add(String.format(
                        Locale.ROOT,
                        ROW,
                        each.metric().label(),
                        Format.number(each.metric().before()),
                        Format.number(each.metric().after()),
                        Format.ratioAndInterval(each.metric()),
                        verdict(each))
                .stripTrailing()));
        conditions()
                .forEach(each -> lines.add(String.format(
                        Locale.ROOT,
                        "  claim: %-47s %-22s %s",
                        each.condition(),
                        ratio(each),
                        each.verdict().label())));
        lines.add("");
        if (!baseline.isEmpty()) {
            lines.addAll(baseline);
            lines.add("");
        }
        missing().ifPresent(lines::add);
        Words.surroundings(results).forEach(lines::add);
        lines.add("");
        lines.add(results.sentence());
        return String.join("\n", lines) + "\n";
    }

    /** The metrics that are not in the table, and the reason. */
    private Optional<String> missing() {
        Set<String> measured =
                judgements.stream().map(each -> each.metric().key()).collect(Collectors.toSet());
        String names = Judgement.judged().stream()
                .filter(metric -> !measured.contains(metric.key()))
                .map(metric -> metric.equals(Metric.P99) ? TOO_FEW : metric.label())
                .collect(Collectors.joining(", "));
        boolean onlyP99 = names.equals(TOO_FEW);
        return names.isEmpty() || judgements.isEmpty()
                ? Optional.empty()
                : Optional.of("not measured: " + names
                        + (onlyP99 ? "" : "; a service's process is not known, or the system does not say"));
    }

    private static String ratio(ConditionResult condition) {
        return Format.ratioAndInterval(condition.ratio(), condition.low(), condition.high());
    }

    private static String verdict(Judgement judgement) {
        return judgement.verdict() == Verdict.INCONCLUSIVE && judgement.metric().seen() > 1
                ? "inconclusive: this run could have seen ×"
                        + Format.ratio(judgement.metric().seen())
                : judgement.verdict().label();
    }

    /** Both values as bars, one above the other, as long as they are large. */
    private static String bars(Judgement judgement) {
        double before = judgement.metric().before();
        double after = judgement.metric().after();
        double longest = Math.max(before, after);
        return longest <= 0 ? "" : bar(before / longest) + "<br>" + bar(after / longest);
    }

    private static String bar(double share) {
        return "█".repeat(Math.max(1, (int) Math.round(BAR * share)));
    }

    /** A table below the sentence. */
    public String markdown() {
        List<String> rows = new ArrayList<>();
        judgements.forEach(each -> rows.add(TextReport.row(
                each.metric().label(),
                Format.number(each.metric().before()),
                Format.number(each.metric().after()),
                bars(each),
                Format.ratioAndInterval(each.metric()),
                verdict(each))));
        conditions()
                .forEach(each -> rows.add(TextReport.row(
                        "claim: " + each.condition(),
                        "",
                        "",
                        "",
                        ratio(each),
                        each.verdict().label())));
        String table = judgements.isEmpty()
                ? ""
                : "| | before | after | | ratio | verdict |\n|---|--:|--:|---|---|---|\n" + String.join("\n", rows)
                        + "\n\n";
        String grown = Stream.concat(
                        Words.growth(results.growth()).stream().map(line -> "- " + TextReport.escape(line)),
                        Words.sure(results.growth()).stream().map(line -> "\n" + TextReport.escape(line)))
                .collect(Collectors.joining("\n"));
        return "**" + TextReport.escape(results.sentence()) + "**\n\n" + (grown.isEmpty() ? "" : grown + "\n\n") + table
                + Stream.of(baseline.stream(), missing().stream(), Words.surroundings(results).stream())
                        .flatMap(each -> each)
                        .map(TextReport::escape)
                        .collect(Collectors.joining("\n\n"))
                + "\n";
    }

    /**
     * JUnit's XML: a test case for each metric, which fails if it became worse, one for each claim, which fails unless
     * it is confirmed, and an error if the run is invalid or fails for another reason.
     */
    public String junit() {
        List<TestCase> cases = new ArrayList<>();
        for (Judgement each : judgements) {
            boolean worse = each.verdict() == Verdict.WORSE;
            cases.add(new TestCase(
                    each.metric().label(),
                    worse ? "failure" : each.verdict() == Verdict.INCONCLUSIVE ? "skipped" : "",
                    worse ? Format.ratioAndInterval(each.metric()) : verdict(each)));
        }
        for (ConditionResult each : conditions()) {
            cases.add(new TestCase(
                    "claim: " + each.condition(),
                    each.verdict() == ClaimVerdict.CONFIRMED ? "" : "failure",
                    each.verdict().label() + ": " + ratio(each)));
        }
        boolean told = results.outcome().exitCode() == 0 || TestCase.count(cases, "failure") > 0;
        if (!told || results.outcome() == Outcome.INVALID) {
            cases.add(new TestCase("run", "error", results.sentence()));
        }
        return Templates.fill(
                "junit.xml",
                Map.of(
                        "cases", cases,
                        "tests", cases.size(),
                        "failures", TestCase.count(cases, "failure"),
                        "errors", TestCase.count(cases, "error"),
                        "skipped", TestCase.count(cases, "skipped"),
                        "time", String.format(Locale.ROOT, "%.1f", results.seconds())));
    }

    private List<ConditionResult> conditions() {
        return results.comparisons().stream()
                .flatMap(each -> Stream.ofNullable(each.claim()))
                .flatMap(claim -> claim.conditions().stream())
                .toList();
    }

    /**
     * A test case.
     *
     * @param name its name
     * @param outcome {@code failure}, {@code error}, {@code skipped}, or empty where it passed
     * @param message what is said of the outcome
     */
    private record TestCase(String name, String outcome, String message) {

        static long count(List<TestCase> cases, String outcome) {
            return cases.stream().filter(each -> each.outcome.equals(outcome)).count();
        }
    }
}
