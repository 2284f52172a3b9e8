/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.ArrayList;
import java.util.List;

import dev.tuned.bench.advise.Finding.Gain;
import dev.tuned.bench.advise.Findings.Draft;

import static dev.tuned.bench.advise.Findings.text;

/** Finds what uploads, logging and static files cost of the CPU. Which part a starter saves was measured. */
record CpuRules(Findings findings, Signals signals) {

    /** The least and the largest share that a starter saves of the CPU time in a signal's methods. */
    private enum Saved {
        UPLOAD(0.5, 1),
        LOGGING(0.35, 0.7),
        STATIC_FILE(0.3, 0.6);

        private final double least;
        private final double most;

        Saved(double least, double most) {
            this.least = least;
            this.most = most;
        }
    }

    private static final double MAX_CPU_SHARE = 0.95;

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
        byCpu(
                signals.cpu().share(Signal.UPLOAD),
                Saved.UPLOAD,
                new Draft(
                        "upload.multipart-cpu",
                        "upload",
                        "tuned.upload.enabled",
                        seen,
                        "files up to 1 MB in memory instead of on disk: up to 64 MB of heap, and more allocation with large files",
                        "the application has its own MultipartResolver, or a proxy in front keeps uploads back already and disks are fast",
                        "for forms of a few KB spring.servlet.multipart.file-size-threshold=1MB does as well; what the starter adds"
                                + " is one bound for the memory of all uploads, and a parser that costs less for larger ones",
                        List.of(),
                        List.of()));
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
        double share = signals.cpu().share(Signal.LOGGING) - caller;
        if (share * Saved.LOGGING.least >= Findings.MIN_LOW
                && !signals.pool().asyncAppenders().isEmpty()) {
            findings.hold(
                    "logging",
                    text(
                            "%.0f %% of the CPU time, but the starter leaves what is behind %s as it is: attach the appender to the"
                                    + " logger itself, and look again",
                            100 * share, String.join(" and ", signals.pool().asyncAppenders())));
            return;
        }
        byCpu(
                share,
                Saved.LOGGING,
                new Draft(
                        "logging.appender-cpu",
                        "logging",
                        "tuned.logging.enabled",
                        seen,
                        "a line is in the file about 10 ms after the call; what is queued is lost with kill -9",
                        "a line has to be on disk before the next statement runs",
                        "no property of Spring Boot; an AsyncAppender in the file that logging.config names takes part of it off the"
                                + " callers, and loses what is queued at SIGTERM",
                        List.of(),
                        List.of()));
    }

    private void staticFiles() {
        List<String> seen = times(Signal.STATIC_FILE, "static files");
        byCpu(
                signals.cpu().share(Signal.STATIC_FILE),
                Saved.STATIC_FILE,
                new Draft(
                        "threads.static-files-cpu",
                        "threads",
                        "tuned.threads.tomcat.sendfile.enabled",
                        seen,
                        "filters do not see the bytes of a file's body",
                        "files are smaller than 48 KB, compressed, sent over TLS, or on slow disks and not in the page cache",
                        "no property of Spring Boot; a proxy in front, such as nginx, serves files as cheaply",
                        List.of(),
                        List.of()));
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

    private void byCpu(double share, Saved saved, Draft draft) {
        if (findings.sawTooFewSamples()) {
            return;
        }
        draft.seen()
                .add(
                        0,
                        text(
                                "%.0f %% of the service's %s (%,d samples)",
                                100 * share,
                                signals.cpu().exact() ? "CPU time" : "Java code by samples",
                                signals.cpu().samples()));
        findings.find(Gain.CPU, share * saved.least, Math.min(MAX_CPU_SHARE, share * saved.most), draft);
    }
}
