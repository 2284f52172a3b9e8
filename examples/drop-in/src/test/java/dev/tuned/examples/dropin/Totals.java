/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.util.EnumMap;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** Counts the cases of one part on one JDK. */
final class Totals {

    private final Map<Verdict.Outcome, Integer> counts = new EnumMap<>(Verdict.Outcome.class);
    private final String part;
    private final Jdk jdk;
    private final String boot;

    Totals(String part, Jdk jdk, String boot) {
        this.part = part;
        this.jdk = jdk;
        this.boot = boot;
    }

    void count(Verdict verdict) {
        counts.merge(verdict.outcome(), 1, Integer::sum);
    }

    void count(String name, Verdict verdict) {
        count(verdict);
        if (verdict.outcome() == Verdict.Outcome.FAILED) {
            fail(name + "\n" + verdict.explanation());
        }
    }

    /** The last test of a part: says what was compared, and that something was. */
    void print() {
        DropIn.report(part, jdk, toString());
        assertThat(cases()).as("cases of " + part).isPositive();
    }

    private int cases() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String toString() {
        return "drop-in %s, Java %d, Spring Boot %s: %d cases, %d equal, %d known differences, %d failed"
                .formatted(
                        part,
                        jdk.feature(),
                        boot,
                        cases(),
                        of(Verdict.Outcome.EQUAL),
                        of(Verdict.Outcome.KNOWN),
                        of(Verdict.Outcome.FAILED));
    }

    private int of(Verdict.Outcome outcome) {
        return counts.getOrDefault(outcome, 0);
    }
}
