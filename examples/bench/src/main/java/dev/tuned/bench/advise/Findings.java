/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.tuned.bench.advise.Finding.Gain;

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

    /**
     * A finding before its gain is known.
     *
     * @param property what switches it on in a service that has the starter; empty if {@code set} has that, and what was
     *     seen shows that it is off
     * @param asWell what does as well without a starter
     * @param after arguments of the service after, for the command that proves it
     */
    record Draft(
            String rule,
            String starter,
            String property,
            List<String> seen,
            String price,
            String notIf,
            String asWell,
            List<String> set,
            List<String> after) {}

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

    void find(Gain metric, double low, double high, Draft draft) {
        if (low < MIN_LOW || high < MIN_HIGH) {
            return;
        }
        String starter = draft.starter();
        if (has(starter) && !draft.property().isEmpty()) {
            hold(
                    starter,
                    text(
                            "%s, though the service has this starter: set %s=true if it is false; else its start-up line says what it"
                                    + " leaves as it is",
                            draft.seen().get(0), draft.property()));
            return;
        }
        Finding finding = new Finding(
                draft.rule(),
                starter,
                metric,
                low,
                high,
                draft.seen(),
                draft.price(),
                draft.notIf(),
                draft.asWell(),
                draft.set(),
                command.adding(starter, draft.after(), Finding.claim(metric, low)));
        Optional<String> whyNot = command.whyNot(starter);
        if (whyNot.isPresent()) {
            hold(starter, finding.gain() + ", but " + whyNot.get());
        } else if (sawABusyMachine()) {
            notes.add(starter + ": " + draft.seen().get(0)
                    + "; no gain is claimed of that on a machine that others keep busy");
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
