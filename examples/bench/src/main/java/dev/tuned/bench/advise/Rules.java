/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import static dev.tuned.bench.advise.Findings.text;

/** Turns signals into findings. */
final class Rules {

    /** From this share of the time in pauses of the collector on, a note says what helps. */
    private static final double MIN_PAUSED = 0.02;

    private Rules() {}

    /** Applies all rules. */
    static Findings of(Signals signals, ProofCommand command) {
        Findings findings = new Findings(signals, command);
        CpuRules.apply(findings);
        CacheRule.apply(findings);
        ThreadsRule.apply(findings);
        heap(findings);
        findings.noteWhatWasTooLittle();
        return findings;
    }

    /** No starter helps here: a note says what was observed and what else there is. */
    private static void heap(Findings findings) {
        Signals signals = findings.signals();
        Signals.Heap heap = signals.heap();
        if (heap.collections() < 2) {
            return;
        }
        double pauses = heap.pauseNanos() / 1e9 / signals.seconds();
        String perRequest = signals.requests() < Findings.MIN_REQUESTS
                ? ""
                : text("%,.0f KB per request, ", heap.allocatedBytes() / 1024.0 / signals.requests());
        findings.note(text(
                        "heap: %s%.1f collections per second that stop it for %.1f ms each, %.1f %% of the time",
                        perRequest,
                        heap.collections() / signals.seconds(),
                        heap.pauseNanos() / 1e6 / heap.collections(),
                        100 * pauses)
                + (pauses < MIN_PAUSED
                        ? ""
                        : "; shorter log lines, a larger heap, another collector and -XX:+UseCompactObjectHeaders are proven by"
                                + " compare --jvm-after"));
    }
}
