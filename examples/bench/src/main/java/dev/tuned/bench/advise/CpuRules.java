/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.ArrayList;
import java.util.List;

import static dev.tuned.bench.advise.Findings.text;

/** Finds what uploads, logging and static files cost of the CPU. Which part a starter saves was measured. */
record CpuRules(Findings findings, Signals signals) {

    static void apply(Findings findings) {
        CpuRules rules = new CpuRules(findings, findings.signals());
        rules.upload();
        rules.logging();
        rules.staticFiles();
    }

    private void upload() {
        List<String> seen = times(Signal.UPLOAD, "uploads");
        if (signals.writes().uploadFiles() > 0) {
            seen.add(text(
                    "%,d temporary files, with %,d writes of %,d KB",
                    signals.writes().uploadFiles(),
                    signals.writes().uploadWrites(),
                    signals.writes().uploadBytes() / 1024));
        }
        byCpu(Rule.of("upload.multipart-cpu"), signals.cpu().share(Signal.UPLOAD), seen);
    }

    private void logging() {
        List<String> seen = new ArrayList<>();
        Signals.Calls calls = signals.calls(Signal.LOGGING);
        if (calls.count() > 0) {
            seen.add(text(
                    "%.1f calls of an appender per request, %,d writes to files",
                    signals.perRequest(Signal.LOGGING), signals.writes().otherWrites()));
        }
        double caller = signals.cpu().share(Signal.CALLER_DATA);
        if (caller >= Findings.MIN_LOW && !findings.sawTooFewSamples()) {
            findings.hold(
                    "logging",
                    text(
                            "%.0f %% of the CPU time in finding out the caller of a line, which no starter saves: take %%method,"
                                    + " %%line and the like out of the pattern, and includeCallerData out of Logback's own queue, if nobody"
                                    + " needs them",
                            100 * caller));
        }
        Rule rule = Rule.of("logging.appender-cpu");
        double share = signals.cpu().share(Signal.LOGGING) - caller;
        if (rule.low(share) >= Findings.MIN_LOW
                && !signals.pool().asyncAppenders().isEmpty()) {
            findings.hold(
                    "logging",
                    text(
                            "%.0f %% of the CPU time, but the starter leaves what is behind %s as it is: attach the appender to the"
                                    + " logger itself, and look again",
                            100 * share, String.join(" and ", signals.pool().asyncAppenders())));
            return;
        }
        byCpu(rule, share, seen);
    }

    private void staticFiles() {
        byCpu(
                Rule.of("threads.static-files-cpu"),
                signals.cpu().share(Signal.STATIC_FILE),
                times(Signal.STATIC_FILE, "static files"));
    }

    /** The calls of a signal with their share of the time of all requests; empty where calls are not counted. */
    private List<String> times(Signal signal, String name) {
        Signals.Calls calls = signals.calls(signal);
        List<String> seen = new ArrayList<>();
        if (calls.count() > 0) {
            seen.add(text(
                    "%,d %s of %.2f ms, %.0f %% of the time of all requests",
                    calls.count(), name, calls.averageMillis(), 100 * signals.timeShare(signal)));
        }
        return seen;
    }

    private void byCpu(Rule rule, double share, List<String> seen) {
        if (findings.sawTooFewSamples()) {
            return;
        }
        seen.add(
                0,
                text(
                        "%.0f %% of the service's %s (%,d samples)",
                        100 * share,
                        signals.cpu().exact() ? "CPU time" : "Java code by samples",
                        signals.cpu().samples()));
        findings.find(rule, share, seen, List.of(), List.of());
    }
}
