/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import dev.tuned.bench.process.Usage;
import dev.tuned.bench.run.WarmUp.Round;
import dev.tuned.bench.run.WarmUp.Spent;

/**
 * The rounds of one warm-up. A service is warm when, in a round of about a second, it spends less than a tenth of its
 * CPU time on compilers, and as much per request as in the round before.
 *
 * <p>Beside all connections of the load, a service's compilers get little of a busy machine: it stays slow for minutes.
 * So as long as they have much to do, requests come one after the other. For one thread.
 */
final class WarmUpRounds {

    private static final long MAX_REQUESTS = 50_000;
    private static final double ROUND_SECONDS = 1;
    private static final double COMPILER_SHARE = 0.1;

    /** The share of the machine's CPU time from which the compilers of the services lack some. */
    private static final double BUSY = 0.8;

    /** Below this share requests that come one after the other wait, and a warm-up with them takes too long. */
    private static final double IDLE = 0.4;

    private static final double CHANGE = 0.1;
    private static final int MIN_ROUNDS = 3;

    private final WarmUp rule;

    /** The CPU time per request of each service in the last round. */
    private final double[] before;

    private Round next = Round.FIRST;
    private long nanos;
    private boolean ended;
    private String words = "";

    WarmUpRounds(WarmUp rule, int services) {
        this.rule = rule;
        this.before = new double[services];
        Arrays.fill(before, Double.NaN);
    }

    Round next() {
        return next;
    }

    boolean ended() {
        return ended;
    }

    /** What came of it. */
    String words() {
        return words;
    }

    /** Decides after a round of all services whether it was the last. */
    void add(List<Spent> services, long roundNanos) {
        nanos += roundNanos;
        double change = 0;
        double compilers = 0;
        double cpu = 0;
        double slowest = Double.POSITIVE_INFINITY;
        boolean known = true;
        for (int i = 0; i < before.length; i++) {
            Spent spent = services.get(i);
            Usage from = spent.from();
            Usage to = spent.to();
            double own = to.ownCpuNanos() - from.ownCpuNanos();
            double compiling = to.compilerNanos() - from.compilerNanos();
            double perRequest = own / Math.max(1, spent.requests());
            change = Math.max(change, Double.isNaN(before[i]) ? 1 : Math.abs(perRequest / before[i] - 1));
            compilers = Math.max(compilers, compiling / Math.max(1, own + compiling));
            cpu += own + compiling;
            slowest = Math.min(slowest, spent.perSecond());
            known &= to.cpuNanos() >= 0;
            before[i] = perRequest;
        }
        boolean compiled = compilers < COMPILER_SHARE;
        boolean warm = known
                && !next.oneAfterTheOther()
                && next.number() + 1 >= MIN_ROUNDS
                && compiled
                && change < CHANGE
                && nanos >= rule.least().toNanos();
        ended = warm || nanos >= rule.longest().toNanos();
        words = known
                ? String.format(
                        Locale.ROOT,
                        "%s after %.0f s: CPU per request changed by %.0f %% in the last round, compilers took %.0f %% of the CPU",
                        warm ? "warm" : "not warm",
                        nanos / 1e9,
                        100 * change,
                        100 * compilers)
                : String.format(
                        Locale.ROOT,
                        "warmed up for %.0f s; whether it was enough is not known without the services' processes",
                        nanos / 1e9);
        double busy = cpu / roundNanos / Runtime.getRuntime().availableProcessors();
        boolean lacking =
                known && rule.connections() > 1 && !compiled && busy >= (next.oneAfterTheOther() ? IDLE : BUSY);
        next = new Round(next.number() + 1, requests(slowest, lacking), lacking);
    }

    private long requests(double perSecond, boolean lacking) {
        boolean fewer = lacking && !next.oneAfterTheOther();
        double requests = (fewer ? perSecond / rule.connections() : perSecond) * ROUND_SECONDS;
        return Math.min(MAX_REQUESTS, Math.max(MIN_ROUNDS, Math.round(requests)));
    }
}
