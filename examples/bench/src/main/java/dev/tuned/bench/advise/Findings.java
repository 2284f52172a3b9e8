/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What rules found in the signals of a service, and what they note beside. */
final class Findings {

    /** A smaller gain could not be told from a disturbance. */
    static final double MIN_LOW = 0.05;

    private static final double MIN_HIGH = 0.1;
    private static final int MIN_SAMPLES = 200;
    static final int MIN_REQUESTS = 50;

    /** The share of the machine's CPU from which on times and rates are those of other processes, too. */
    private static final double BUSY = 0.5;

    private final Signals signals;
    private final ProofCommand command;
    private final List<Finding> all = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> held = new LinkedHashSet<>();

    Findings(Signals signals, ProofCommand command) {
        this.signals = signals;
        this.command = command;
    }

    Signals signals() {
        return signals;
    }

    /** Whether the service has a starter. */
    boolean has(String starter) {
        return command.has(starter);
    }

    void note(String text) {
        notes.add(text);
    }

    /** Notes what holds a starter back. */
    void hold(String starter, String text) {
        held.add(starter);
        notes.add(starter + ": " + text);
    }

    /**
     * Takes what a rule has found.
     *
     * @param share what it gains a part of
     * @param seen what was counted
     * @param set what has to be set in addition to the starter
     * @param after arguments of the service after, for the command that proves it
     */
    void find(Rule rule, double share, List<String> seen, List<String> set, List<String> after) {
        double low = rule.low(share);
        double high = rule.high(share);
        if (low < MIN_LOW || high < MIN_HIGH) {
            return;
        }
        String starter = rule.starter();
        if (has(starter) && !rule.property().isEmpty()) {
            hold(
                    starter,
                    text(
                            "%s, though the service has this starter: set %s=true if it is false; else its start-up line says what it"
                                    + " leaves as it is",
                            seen.get(0), rule.property()));
            return;
        }
        Finding finding = new Finding(
                rule.rule(),
                starter,
                rule.gain(),
                low,
                high,
                seen,
                rule.price(),
                rule.notIf(),
                rule.asWell(),
                set,
                command.adding(starter, after, Finding.claim(rule.gain(), low)));
        Optional<String> whyNot = command.whyNot(starter);
        if (whyNot.isPresent()) {
            hold(starter, finding.gain() + ", but " + whyNot.get());
        } else if (sawABusyMachine()) {
            notes.add(starter + ": " + seen.get(0) + "; no gain is claimed of that on a machine that others keep busy");
        } else {
            all.add(finding);
        }
    }

    /** Notes first what was too little to say more. */
    void noteWhatWasTooLittle() {
        if (sawABusyMachine()) {
            notes.add(0, text("other processes used %.0f %% of the machine's CPU", 100 * signals.othersCpu()));
        }
        if (sawTooFewRequests()) {
            notes.add(
                    0,
                    text(
                            "only %,d requests came in %.0f s: too few to say much",
                            signals.requests(), signals.seconds()));
        } else if (sawTooFewSamples()) {
            notes.add(
                    0,
                    text(
                            (signals.timed() ? "the service hardly used the CPU" : "too little was seen of the CPU")
                                    + " (%,d samples in %.0f s): nothing is said of uploads, logging and static files",
                            signals.cpu().samples(),
                            signals.seconds()));
        }
    }

    /** The findings, the largest gain first. */
    List<Finding> all() {
        return all.stream()
                .sorted(Comparator.comparingDouble(Finding::low).reversed())
                .toList();
    }

    /** Observations that led to no finding, and gaps in the observation. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /** The starters that a note holds back: the service has them already, or they cannot be added to its jar. */
    Set<String> held() {
        return held;
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Whether too few samples were taken to say anything of uploads, logging and static files. */
    boolean sawTooFewSamples() {
        return signals.cpu().samples() < MIN_SAMPLES;
    }

    /** Whether too few requests came to say anything. */
    boolean sawTooFewRequests() {
        return signals.timed() && signals.requests() < MIN_REQUESTS;
    }

    /** Whether other processes kept the machine so busy that no gain can be claimed. */
    boolean sawABusyMachine() {
        return signals.othersCpu() >= BUSY;
    }
}
