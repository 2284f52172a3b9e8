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

/** Turns signals into findings. Which part of a signal a starter saves was measured by this project. */
final class Rules {

    /** A smaller gain could not be told from a disturbance. */
    private static final double MIN_LOW = 0.05;

    private static final double MIN_HIGH = 0.1;

    private static final int MIN_SAMPLES = 200;
    private static final int MIN_REQUESTS = 50;

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
    private static final double LOW_HIT_RATE = 0.5;

    /** A hit in memory still decodes the value: a tenth of a read from Redis at most. */
    private static final double MAX_SHARE_OF_A_HIT = 0.9;

    /** The least and the largest share that is gained of the rate for which connections and CPU leave room. */
    private static final double MIN_RATE_SHARE = 0.55;

    private static final double MAX_RATE_SHARE = 1.1;

    /** From this share of the time in pauses of the collector on, a note says what helps. */
    private static final double MIN_PAUSED = 0.02;

    private static final double SATURATED = 0.5;
    private static final double MOSTLY = 0.5;

    /** Tomcat's own number of threads: a pool of another size stays as it is. */
    private static final int DEFAULT_THREADS = 200;

    /** The largest size to which a pool grows, unless tuned.threads.web.auto.max-concurrency says otherwise. */
    private static final int MAX_THREADS = 1000;

    private static final String GROWING = "tuned.threads.web.mode=auto";
    private static final String NEAR = "tuned.cache.near=*";

    private final Signals signals;
    private final ProofCommand command;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> held = new LinkedHashSet<>();

    private Rules(Signals signals, ProofCommand command) {
        this.signals = signals;
        this.command = command;
    }

    /** Applies all rules. */
    static Rules of(Signals signals, ProofCommand command) {
        Rules rules = new Rules(signals, command);
        rules.upload();
        rules.logging();
        rules.cache();
        rules.threads();
        rules.staticFiles();
        rules.heap();
        rules.tooLittle();
        rules.findings.sort(Comparator.comparingDouble(Finding::low).reversed());
        return rules;
    }

    /**
     * A finding before its gain is known.
     *
     * @param property what switches it on in a service that has the starter; empty if {@code set} has that, and what was
     *     seen shows that it is off
     * @param after arguments of the service after, for the command that proves it
     */
    private record Draft(
            String rule,
            String starter,
            String property,
            List<String> seen,
            String price,
            String notIf,
            List<String> set,
            List<String> after) {}

    /** The starters that a note holds back: the service has them already, or they cannot be added to its jar. */
    Set<String> held() {
        return held;
    }

    /** The findings, the largest gain first. */
    List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** Observations that led to no finding, and gaps in the observation. */
    List<String> notes() {
        return List.copyOf(notes);
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
        if (caller >= MIN_LOW && !sawTooFewSamples()) {
            held.add("logging");
            notes.add(text(
                    "logging: %.0f %% of the CPU time in finding out the caller of a line, which no starter saves: take %%method,"
                            + " %%line and the like out of the pattern, and includeCallerData out of Logback's own queue, if nobody"
                            + " needs them",
                    100 * caller));
        }
        double share = signals.cpu().share(Signal.LOGGING) - caller;
        if (share * Saved.LOGGING.least >= MIN_LOW
                && !signals.pool().asyncAppenders().isEmpty()) {
            held.add("logging");
            notes.add(text(
                    "logging: %.0f %% of the CPU time, but the starter leaves what is behind %s as it is: attach the appender to the"
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
        if (sawTooFewSamples()) {
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
        find(Gain.CPU, share * saved.least, Math.min(MAX_CPU_SHARE, share * saved.most), draft);
    }

    private void cache() {
        double share = signals.timeShare(Signal.REDIS_CACHE);
        Signals.Calls reads = signals.calls(Signal.REDIS_CACHE);
        if ((signals.timed() && reads.count() < MIN_REQUESTS) || share * LOW_HIT_RATE < MIN_LOW) {
            return;
        }
        List<String> seen = new ArrayList<>();
        seen.add(
                signals.timed()
                        ? text(
                                "%.2f reads of Spring's Redis caches per request, of %.2f ms each: %.0f %% of the time of all requests",
                                signals.perRequest(Signal.REDIS_CACHE), reads.averageMillis(), 100 * share)
                        : text("%.0f %% of the threads that were busy read one of Spring's Redis caches", 100 * share));
        seen.add("how often a read repeats an earlier one was not seen: the range is for half to nearly all of them");
        if (command.has("cache")) {
            seen.add("the service has the starter; its start-up line says which caches are near");
        }
        find(
                Gain.TIME,
                LOW_HIT_RATE * share,
                MAX_SHARE_OF_A_HIT * share,
                new Draft(
                        "cache.repeated-reads",
                        "cache",
                        "",
                        seen,
                        "a value changed behind the cache is old for up to 60 s more (tuned.cache.ttl), and up to 32 MB of the heap"
                                + " are used (tuned.cache.memory)",
                        "readers need every change at once, or keys hardly repeat",
                        List.of(NEAR + ", or the names of the caches that are read most"),
                        List.of("--" + NEAR)));
    }

    private void threads() {
        Signals.Pool pool = signals.pool();
        if (pool.virtual()
                || pool.dumps() == 0
                || pool.full() < SATURATED * pool.dumps()
                || pool.busy() < MIN_REQUESTS) {
            return;
        }
        String busy = text(
                "no thread of Tomcat's %d was idle in %d of %d thread dumps, and %.0f %% of the busy ones waited",
                pool.threads(), pool.full(), pool.dumps(), 100.0 * pool.waiting() / pool.busy());
        if (pool.waiting() < MOSTLY * pool.busy()) {
            notes.add("threads: " + busy + ": more threads would wait for the CPU");
            return;
        }
        if (pool.together() >= MOSTLY * pool.waiting()) {
            held.add("threads");
            notes.add(text(
                    "threads: %s, %.0f %% of these for one object: more threads would wait for it, too; a limit leaves threads to"
                            + " other requests: tuned.threads.web.limit=pool where the object is a connection pool, or"
                            + " tuned.threads.web.routes for the paths that need it",
                    busy, 100.0 * pool.together() / pool.waiting()));
            return;
        }
        if (signals.connections() < 0) {
            notes.add("threads: " + busy + "; how many requests wait for one is not seen on this system");
            return;
        }
        double demand = Math.min(signals.connections(), MAX_THREADS) / pool.threads();
        double room = 1 / Math.max(0.01, signals.machineCpu());
        double most = Math.min(demand, room) - 1;
        if (pool.threads() != DEFAULT_THREADS) {
            noteOtherSize(busy, most);
            return;
        }
        List<String> seen = new ArrayList<>(List.of(busy));
        if (signals.calls(Signal.REQUEST).nanos() > 0) {
            seen.add(text(
                    "a request takes %.1f ms, so %d threads answer %.0f/s at most (Little's law)",
                    signals.calls(Signal.REQUEST).averageMillis(),
                    pool.threads(),
                    1000 * pool.threads() / signals.calls(Signal.REQUEST).averageMillis()));
        }
        seen.add(text(
                "%.0f connections are open, and %.0f %% of the machine's CPU was in use: %s decides",
                signals.connections(), 100 * signals.machineCpu(), demand < room ? "the first" : "the second"));
        if (command.has("threads")) {
            seen.add(
                    "the service has the starter, but its pool has Tomcat's own size; its start-up line and the endpoint tunedthreads say why");
        }
        find(
                Gain.RATE,
                MIN_RATE_SHARE * most,
                MAX_RATE_SHARE * most,
                new Draft(
                        "threads.pool-exhausted",
                        "threads",
                        "",
                        seen,
                        "up to 1,000 requests at once: more memory, and more load on what they wait for; the pool grows in steps, within"
                                + " half a minute of a steady load",
                        "what they wait for has room for no more: then steps are taken back, and tuned.threads.web.limit=pool or"
                                + " tuned.threads.web.routes leaves threads to other requests",
                        List.of(GROWING),
                        List.of("--" + GROWING)));
    }

    /** A pool whose size somebody has set, or one that has grown already. */
    private void noteOtherSize(String busy, double most) {
        if (MIN_RATE_SHARE * most >= MIN_LOW) {
            held.add("threads");
            notes.add("threads: " + busy + ": raise server.tomcat.threads.max"
                    + (command.has("threads")
                            ? ", unless " + GROWING
                                    + " is set: then the endpoint tunedthreads says why the pool has no more threads"
                            : ", or remove it and set " + GROWING));
        }
    }

    /** No starter helps here: a note says what was observed and what else there is. */
    private void heap() {
        Signals.Heap heap = signals.heap();
        if (heap.collections() < 2) {
            return;
        }
        double pauses = heap.pauseNanos() / 1e9 / signals.seconds();
        String perRequest = signals.requests() < MIN_REQUESTS
                ? ""
                : text("%,.0f KB per request, ", heap.allocatedBytes() / 1024.0 / signals.requests());
        notes.add(text(
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

    private void find(Gain metric, double low, double high, Draft draft) {
        if (low < MIN_LOW || high < MIN_HIGH) {
            return;
        }
        String starter = draft.starter();
        if (command.has(starter) && !draft.property().isEmpty()) {
            held.add(starter);
            notes.add(text(
                    "%s: %s, though the service has this starter: set %s=true if it is false; else its start-up line says what it"
                            + " leaves as it is",
                    starter, draft.seen().get(0), draft.property()));
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
                draft.set(),
                command.adding(starter, draft.after(), Finding.claim(metric, low)));
        Optional<String> whyNot = command.whyNot(starter);
        if (whyNot.isPresent()) {
            held.add(starter);
            notes.add(starter + ": " + finding.gain() + ", but " + whyNot.get());
        } else {
            findings.add(finding);
        }
    }

    private void tooLittle() {
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

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Whether too few samples were taken to say anything of uploads, logging and static files. */
    boolean sawTooFewSamples() {
        return signals.cpu().samples() < MIN_SAMPLES;
    }

    /** Whether calls were counted, so that something can be said without samples. */
    boolean sawCalls() {
        return signals.timed();
    }

    /** Whether too few requests came to say anything. */
    boolean sawTooFewRequests() {
        return signals.timed() && signals.requests() < MIN_REQUESTS;
    }
}
