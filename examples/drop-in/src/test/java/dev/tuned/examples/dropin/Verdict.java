/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What two pairs say of one case.
 *
 * @param outcome of the case
 * @param explanation what is wrong, and what to do; empty unless it failed
 */
record Verdict(Outcome outcome, String explanation) {

    enum Outcome {
        EQUAL,
        KNOWN,
        FAILED
    }

    /** Whether one pair is enough: each case differs where it is known to, and nowhere else. */
    static boolean isAsExpected(Map<String, Difference> pair, String scenario, Expected expected) {
        return pair.keySet().containsAll(expected.namesOf(scenario))
                && pair.entrySet().stream().allMatch(entry -> {
                    Set<String> aspects = entry.getValue().aspects();
                    return expected.unknown(entry.getKey(), aspects).isEmpty()
                            && expected.gone(entry.getKey(), aspects).isEmpty();
                });
    }

    static Map<String, Verdict> of(
            Map<String, Difference> first, Map<String, Difference> second, String scenario, Expected expected) {
        Set<String> names = expected.namesOf(scenario);
        names.addAll(first.keySet());
        names.addAll(second.keySet());
        Map<String, Verdict> verdicts = new TreeMap<>();
        for (String name : names) {
            verdicts.put(name, of(name, first.get(name), second.get(name), expected));
        }
        return verdicts;
    }

    private static Verdict of(String name, Difference first, Difference second, Expected expected) {
        if (first == null && second == null) {
            return failed("known-differences.md has an entry for this case, but there is none of the name " + name);
        }
        if (first == null || second == null) {
            return new Verdict(Outcome.EQUAL, "");
        }
        Difference repeated = first.repeatedIn(second);
        if (!expected.unknown(name, repeated.aspects()).isEmpty()) {
            return failed("Differs from stock in two pairs. Mend it, or add to known-differences.md:\n- `" + name
                    + "`: " + String.join(", ", repeated.aspects()) + "\n" + repeated);
        }
        Set<String> seen = first.aspects();
        seen.addAll(second.aspects());
        if (!expected.gone(name, seen).isEmpty()) {
            return failed(
                    "No longer differs in " + expected.gone(name, seen) + ": take that out of known-differences.md");
        }
        return new Verdict(repeated.aspects().isEmpty() ? Outcome.EQUAL : Outcome.KNOWN, "");
    }

    private static Verdict failed(String explanation) {
        return new Verdict(Outcome.FAILED, explanation);
    }
}
