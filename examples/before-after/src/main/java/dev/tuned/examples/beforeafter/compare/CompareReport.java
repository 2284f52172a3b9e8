/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.compare.Judgement.Verdict;
import dev.tuned.examples.beforeafter.report.Figures;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Results;

/**
 * A comparison as text, as Markdown for a pull request, and as JUnit's XML for a build server.
 *
 * @param results the results
 * @param judgements what became of each metric
 */
public record CompareReport(Results results, List<Judgement> judgements) {

    private static final String ROW = "  %-24s %14s %14s  %-22s %s";

    /** The judgements in words by the keys of their metrics. */
    public static Map<String, String> verdicts(List<Judgement> judgements) {
        return judgements.stream()
                .collect(Collectors.toMap(each -> each.metric().key(), CompareReport::verdict));
    }

    /** The judgements in one sentence. */
    public static String sentence(List<Judgement> judgements) {
        String changed = Stream.of(Verdict.WORSE, Verdict.BETTER)
                .map(verdict -> named(judgements, verdict, true))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        String rest = Stream.of(Verdict.EQUIVALENT, Verdict.NOT_SHOWN)
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
                .map(each -> Figures.name(each.metric())
                        + (ratios && each.metric().ratio() != null
                                ? " ×" + Figures.ratio(each.metric().ratio())
                                : ""))
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : verdict.label() + ": " + names;
    }

    /** For a terminal; the last line is the sentence. */
    public String text() {
        List<String> lines = new ArrayList<>();
        if (!judgements.isEmpty()) {
            lines.add(String.format(Locale.ROOT, ROW, "", "before", "after", "ratio", ""));
        }
        judgements.forEach(each -> lines.add(String.format(
                        Locale.ROOT,
                        ROW,
                        each.metric().label(),
                        Figures.number(each.metric().before()),
                        Figures.number(each.metric().after()),
                        ratio(each),
                        verdict(each))
                .stripTrailing()));
        lines.add("");
        Figures.surroundings(results).forEach(lines::add);
        lines.add("");
        lines.add(results.sentence());
        return String.join("\n", lines) + "\n";
    }

    private static String ratio(Judgement judgement) {
        return (Figures.ratio(judgement.metric().ratio()) + " "
                        + Figures.interval(
                                judgement.metric().low(), judgement.metric().high()))
                .strip();
    }

    private static String verdict(Judgement judgement) {
        return judgement.verdict() == Verdict.NOT_SHOWN && judgement.seen() > 1
                ? "not shown: this run could have seen ×" + Figures.ratio(judgement.seen())
                : judgement.verdict().label();
    }

    /** A table below the sentence. */
    public String markdown() {
        String rows = judgements.stream()
                .map(each -> "| " + each.metric().label() + " | "
                        + Figures.number(each.metric().before()) + " | "
                        + Figures.number(each.metric().after()) + " | " + ratio(each) + " | " + verdict(each) + " |\n")
                .collect(Collectors.joining());
        String table =
                rows.isEmpty() ? "" : "| | before | after | ratio | verdict |\n|---|--:|--:|---|---|\n" + rows + "\n";
        return "**" + Figures.markdown(results.sentence()) + "**\n\n" + table
                + Figures.surroundings(results).stream().map(Figures::markdown).collect(Collectors.joining("\n\n"))
                + "\n";
    }

    /** A test case for each metric, which fails where it became worse; an error where the run is void. */
    public String junit() {
        StringBuilder cases = new StringBuilder();
        for (Judgement each : judgements) {
            boolean worse = each.verdict() == Verdict.WORSE;
            cases.append("  <testcase classname=\"compare\" name=\"")
                    .append(xml(each.metric().label()))
                    .append(
                            worse
                                    ? "\">\n    <failure message=\"" + xml(ratio(each)) + "\"/>\n  </testcase>\n"
                                    : "\"/>\n");
        }
        boolean isVoid = results.outcome() == Outcome.VOID;
        if (isVoid) {
            cases.append("  <testcase classname=\"compare\" name=\"run\">\n    <error message=\"")
                    .append(xml(results.sentence()))
                    .append("\"/>\n  </testcase>\n");
        }
        long failures = judgements.stream()
                .filter(each -> each.verdict() == Verdict.WORSE)
                .count();
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"compare\" tests=\""
                + (judgements.size() + (isVoid ? 1 : 0)) + "\" failures=\"" + failures + "\" errors=\""
                + (isVoid ? 1 : 0)
                + "\" time=\"" + String.format(Locale.ROOT, "%.1f", results.seconds()) + "\">\n" + cases
                + "</testsuite>\n";
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\"", "&quot;")
                .replaceAll("[\\p{Cntrl}]", " ");
    }
}
