/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.result.Phase;
import dev.tuned.examples.beforeafter.result.ScenarioResult;

/** Shows how both sides fared while Couchbase was there, away, and back: all rounds together. */
final class PhaseTable {

    private PhaseTable() {}

    /** The table, or nothing for a scenario whose Couchbase stays. */
    static String of(ScenarioResult result) {
        List<String> names = phases(result)
                .filter(each -> each.side.equals(result.baseline()))
                .map(each -> each.phase.name())
                .distinct()
                .toList();
        if (names.isEmpty()) {
            return "";
        }
        StringBuilder html = new StringBuilder("<div class=\"scroll\"><table class=\"phases\">\n<thead>")
                .append(row("th", "Couchbase", "side", "requests", "failed", "p99 ms, worst", "oldest answer ms"))
                .append("</thead>\n<tbody>\n");
        for (String name : names) {
            html.append(row(name, name, result, result.baseline()));
            html.append(row("", name, result, result.candidate()));
        }
        return html.append("</tbody></table></div>\n").toString();
    }

    private record SidePhase(String side, Phase phase) {}

    private static Stream<SidePhase> phases(ScenarioResult result) {
        return result.rounds().stream()
                .flatMap(round -> Stream.ofNullable(round.phases())
                        .flatMap(List::stream)
                        .map(phase -> new SidePhase(round.side(), phase)));
    }

    private static String row(String label, String name, ScenarioResult result, String side) {
        List<Phase> phases = phases(result)
                .filter(each -> each.side.equals(side) && each.phase.name().equals(name))
                .map(SidePhase::phase)
                .toList();
        long requests = phases.stream().mapToLong(Phase::requests).sum();
        long failures = phases.stream().mapToLong(Phase::failures).sum();
        return row(
                "td",
                label,
                side,
                Format.number((double) requests),
                Format.number(100.0 * failures / Math.max(1, requests)) + " %",
                Format.number(worst(phases.stream().map(Phase::latencyMsP99))),
                requests == failures
                        ? "none"
                        : Format.number(worst(phases.stream().map(Phase::oldestMs))));
    }

    private static double worst(Stream<Double> values) {
        return values.mapToDouble(Objects::requireNonNull).max().orElse(0);
    }

    private static String row(String cell, String... texts) {
        StringBuilder html = new StringBuilder("<tr>");
        for (int column = 0; column < texts.length; column++) {
            html.append(Html.element(cell, "c" + column, texts[column]));
        }
        return html.append("</tr>\n").toString();
    }
}
