/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.util.ArrayList;
import java.util.List;

import static dev.tuned.bench.advise.Findings.text;

/** Finds a pool of Tomcat's threads that is exhausted, and what its threads wait for. */
final class ThreadsRule {

    /** For the rate for which connections and CPU leave room. */
    private static final Rule RULE = Rule.of("threads.pool-exhausted");

    private static final double SATURATED = 0.5;
    private static final double MOSTLY = 0.5;

    /** Tomcat's own number of threads: a pool of another size stays as it is. */
    private static final int DEFAULT_THREADS = 200;

    /** The largest size to which a pool grows, unless tuned.threads.web.auto.max-concurrency says otherwise. */
    private static final int MAX_THREADS = 1000;

    private static final String GROWING = "tuned.threads.web.mode=auto";

    private ThreadsRule() {}

    static void apply(Findings findings) {
        Signals signals = findings.signals();
        Signals.Pool pool = signals.pool();
        if (pool.virtual()
                || pool.dumps() == 0
                || pool.full() < SATURATED * pool.dumps()
                || pool.busy() < Findings.MIN_REQUESTS) {
            return;
        }
        String busy = text(
                "no thread of Tomcat's %d was idle in %d of %d thread dumps, and %.0f %% of the busy ones waited",
                pool.threads(), pool.full(), pool.dumps(), 100.0 * pool.waiting() / pool.busy());
        if (pool.waiting() < MOSTLY * pool.busy()) {
            findings.note("threads: " + busy + ": more threads would wait for the CPU");
            return;
        }
        if (pool.together() >= MOSTLY * pool.waiting()) {
            findings.hold(
                    "threads",
                    text("%s, %.0f %% of these for %s", busy, 100.0 * pool.together() / pool.waiting(), limit(pool)));
            return;
        }
        if (signals.connections() < 0) {
            findings.note("threads: " + busy + "; how many requests wait for one is not seen on this system");
            return;
        }
        double demand = Math.min(signals.connections(), MAX_THREADS) / pool.threads();
        double room = 1 / Math.max(0.01, signals.machineCpu());
        double most = Math.min(demand, room) - 1;
        if (pool.threads() != DEFAULT_THREADS) {
            noteOtherSize(findings, busy, most);
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
        if (findings.has("threads")) {
            seen.add(
                    "the service has the starter, but its pool has Tomcat's own size; its start-up line and the endpoint tunedthreads say why");
        }
        findings.find(RULE, most, seen, List.of(GROWING), List.of("--" + GROWING));
    }

    /** What most threads wait for, and the limit that it needs: twice what it gives at once, so that it never idles. */
    private static String limit(Signals.Pool pool) {
        long served = Math.max(1, Math.round((double) (pool.busy() - pool.together()) / pool.dumps()));
        String others =
                text(": more threads would wait for it, too. About %,d requests had it or needed it not", served);
        return pool.connections() >= MOSTLY * pool.together()
                ? "a connection of a pool" + others + ". A limit leaves threads to other requests:"
                        + " tuned.threads.web.limit=pool, twice the size of the smallest pool; a larger pool"
                        + " (spring.datasource.hikari.maximum-pool-size) helps if the database has room for it, which is not"
                        + " seen from here"
                : "one object" + others
                        + text(
                                ". A limit leaves threads to other requests: tuned.threads.web.max-concurrency=%,d if most"
                                        + " need it, tuned.threads.web.routes for the paths that do if few; which do, and what"
                                        + " the object is, is not seen from here",
                                2 * served);
    }

    /** A pool whose size somebody has set, or one that has grown already. */
    private static void noteOtherSize(Findings findings, String busy, double most) {
        if (RULE.low(most) >= Findings.MIN_LOW) {
            findings.hold(
                    "threads",
                    busy + ": raise server.tomcat.threads.max"
                            + (findings.has("threads")
                                    ? ", unless " + GROWING
                                            + " is set: then the endpoint tunedthreads says why the pool has no more threads"
                                    : ", or remove it and set " + GROWING));
        }
    }
}
