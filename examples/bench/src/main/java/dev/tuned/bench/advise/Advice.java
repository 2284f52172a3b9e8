/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.bench.report.Templates;

/**
 * The result of observing a service.
 *
 * @param sentence the result in one sentence
 * @param conclusive whether enough was seen to find something
 * @param service the observed service
 * @param sure how sure this is
 * @param findings the starters that would pay, the largest gain first
 * @param notes further observations
 */
public record Advice(
        boolean conclusive, String sentence, String service, String sure, List<Finding> findings, List<String> notes) {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    static Advice of(String service, Signals signals, ProofCommand command) {
        Findings rules = Rules.of(signals, command);
        List<Finding> findings = rules.all();
        List<String> notes = new ArrayList<>(rules.notes());
        if (!findings.isEmpty() && !command.placeholders().isEmpty()) {
            notes.add("put your own in place of " + String.join(" and ", command.placeholders()) + " in the commands");
        }
        notes.add("not looked at: reads other than those of Spring's Redis caches, TLS and compression");
        return new Advice(
                !findings.isEmpty()
                        || !rules.held().isEmpty()
                        || !(rules.sawTooFewRequests() || rules.sawTooFewSamples() || rules.sawABusyMachine()),
                sentence(rules, findings, signals),
                looked(service, signals),
                sure(signals),
                findings,
                List.copyOf(notes));
    }

    /** Says no more than the findings and the notes: what one of them holds back is not denied here. */
    private static String sentence(Findings rules, List<Finding> findings, Signals signals) {
        if (!findings.isEmpty()) {
            Finding first = findings.get(0);
            return (findings.size() == 1 ? "One fix" : findings.size() + " fixes") + " would pay, first of all "
                    + first.starter() + ": " + first.gain() + ".";
        }
        if (!rules.held().isEmpty()) {
            return "Nothing to add here; see what is said above of " + String.join(" and ", rules.held()) + ".";
        }
        if (rules.sawTooFewRequests()) {
            return "Nothing can be said: too few requests came. Look again while the service is under load.";
        }
        if (rules.sawABusyMachine()) {
            return "Nothing is claimed: other processes kept the machine busy. Look again when it is quiet.";
        }
        if (rules.sawTooFewSamples()) {
            return signals.timed()
                    ? "Neither cache nor more threads would pay; of the rest nothing can be said: too few samples"
                            + " of the CPU were taken."
                    : "Nothing can be said: too few samples of the CPU were taken. Look longer, or while the service"
                            + " is under more load.";
        }
        return "Nothing here pays: none of the starters would make a difference to what was seen.";
    }

    private static String looked(String service, Signals signals) {
        String requests = signals.timed() ? String.format(Locale.ROOT, ", %,d requests", signals.requests()) : "";
        return String.format(
                Locale.ROOT,
                "%s, Java %d, %.0f s%s, %.0f %% of the machine's CPU",
                service,
                signals.java(),
                signals.seconds(),
                requests,
                100 * signals.serviceCpu());
    }

    private static String sure(Signals signals) {
        return signals.cpu().exact()
                ? "Calls were counted and timed, and CPU time was sampled with its system calls. What part of it a"
                        + " starter saves is what this project measured elsewhere; the command proves it here."
                : "Less sure than on Java 25: calls were not counted, and samples are of Java code alone, so that the"
                        + " CPU time of system calls, which uploads, logging and files have most of, is not in the"
                        + " shares.";
    }

    /** Whether a finding gains more than a fraction even if the gain is the least that was predicted. */
    public boolean gainsMoreThan(double fraction) {
        return findings.stream().anyMatch(finding -> finding.low() > fraction);
    }

    /** The advice for a terminal. */
    public String text() {
        return Templates.fill("advice.txt", this);
    }

    /**
     * The advice as JSON: each finding has its rule, its evidence, the predicted range and the command that proves it.
     */
    public String json() {
        return JSON.writeValueAsString(this) + "\n";
    }

    /** One page that needs nothing from anywhere else. */
    public String html() {
        return Templates.fill("advice.html", this);
    }
}
