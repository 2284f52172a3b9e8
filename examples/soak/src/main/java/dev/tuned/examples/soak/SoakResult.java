/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of a soak.
 *
 * @param head when, how long and on what
 * @param ledgers the counts of requests
 * @param lines the counts of log lines
 * @param counted lines that the service counted as dropped
 * @param faults the number of each fault
 * @param samples the resources after each round of faults
 * @param oldestMillis the age of the oldest product in an answer
 * @param boundMillis the greatest age that is allowed
 * @param others other problems
 */
record SoakResult(
        String head,
        List<Ledger> ledgers,
        LogLines lines,
        long counted,
        Map<String, Integer> faults,
        List<Sample> samples,
        long oldestMillis,
        long boundMillis,
        List<String> others) {

    /** All problems; empty if there is none. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(others);
        for (Ledger ledger : ledgers) {
            if (ledger.unanswered.sum() + ledger.lost.sum() > 0) {
                problems.addAll(ledger.examples());
            }
            long done = ledger.done.sum();
            long refused = ledger.refused.sum();
            if (done == 0) {
                problems.add(ledger.what + ": none was answered as asked" + (refused == 0 ? "" : ", all were refused"));
            } else if (refused > done) {
                problems.add(ledger.what + ": more were refused (" + refused + ") than answered (" + done + ")");
            }
        }
        if (lines.missing() > counted) {
            problems.add("log lines: " + lines.missing() + " missing, " + counted + " counted as dropped");
        }
        if (lines.repeated() > 0) {
            problems.add("log lines: " + lines.repeated() + " written twice");
        }
        problems.addAll(samples.get(samples.size() - 1).growthSince(samples.get(0)));
        return problems;
    }

    /** The table for a page, and what was wrong. */
    String markdown() {
        StringBuilder text = new StringBuilder(head).append("\n\n");
        text.append("| requests | answered as asked | refused | without an answer | lost |\n|---|--:|--:|--:|--:|\n");
        for (Ledger ledger : ledgers) {
            text.append("| %s | %,d | %,d | %,d | %,d |%n"
                    .formatted(
                            ledger.what,
                            ledger.done.sum(),
                            ledger.refused.sum(),
                            ledger.unanswered.sum(),
                            ledger.lost.sum()));
        }
        long lost = Math.max(0, lines.missing() - counted);
        text.append("| log lines of accepted orders | %,d | %,d dropped and counted | | %,d |%n"
                .formatted(lines.expected() - lines.missing(), lines.missing() - lost, lost));
        text.append("\nThe oldest product was %.1f s old; none may be older than %.1f s.%n"
                .formatted(oldestMillis / 1000.0, boundMillis / 1000.0));
        text.append(faults.entrySet().stream()
                .map(each -> each.getKey() + " ×" + each.getValue())
                .collect(Collectors.joining(", ", "Faults: ", ".\n")));
        text.append("After the first round of faults the service held ").append(samples.get(0));
        text.append("; after the last ").append(samples.get(samples.size() - 1)).append(".\n");
        List<String> problems = problems();
        text.append(problems.isEmpty() ? "\nNothing lost, nothing grown.\n" : "\nWRONG:\n");
        problems.forEach(each -> text.append("- ").append(each).append('\n'));
        return text.toString();
    }
}
