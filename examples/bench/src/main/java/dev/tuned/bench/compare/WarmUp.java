/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Phaser;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.Usage;

/**
 * Ends a warm-up when all services are warm, or after a time. They warm up side by side in rounds of about a second,
 * each with the same requests, so that none is warmer than another. A service is warm when, in a round, it spends less
 * than a tenth of its CPU time on compilers, and as much per request as in the round before.
 *
 * <p>Beside all connections of the load, a service's compilers get little of a busy machine: it stays slow for minutes.
 * So as long as they have much to do, requests come one after the other. Thread-safe.
 */
public final class WarmUp {

    private static final long FIRST_ROUND = 100;
    private static final long MAX_REQUESTS = 50_000;
    private static final double ROUND_SECONDS = 1;
    private static final double COMPILER_SHARE = 0.1;

    /** The share of the machine's CPU time from which the compilers of the services lack some. */
    private static final double BUSY = 0.8;

    /** Below this share requests that come one after the other wait, and a warm-up with them takes too long. */
    private static final double IDLE = 0.4;

    private static final double CHANGE = 0.1;
    private static final int MIN_ROUNDS = 3;

    private final Phaser phaser;
    private final long longestNanos;
    private final int connections;
    private long round = FIRST_ROUND;
    private double slowest = Double.POSITIVE_INFINITY;
    private double rate;
    private double largestShare;
    private double largestChange;
    private double cpuNanos;
    private long roundBegin;
    private boolean oneAfterTheOther;
    private boolean known = true;
    private int rounds;
    private long begin;
    private boolean ended;
    private String words = "";
    private volatile @Nullable IOException failure;

    /**
     * Creates a warm-up.
     *
     * @param services how many services take part
     * @param longest its longest time
     * @param connections how many connections the load has; 1 if its rate is given, which leaves them as they are
     */
    public WarmUp(int services, Duration longest, int connections) {
        this.connections = connections;
        this.longestNanos = longest.toNanos();
        this.phaser = new Phaser(services) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                decide();
                return false;
            }
        };
    }

    /** Begins to watch a service; each launch has its own. */
    synchronized Watch watch() {
        if (ended || rounds == 0) {
            ended = false;
            rounds = 0;
            oneAfterTheOther = false;
            begin = System.nanoTime();
            roundBegin = begin;
        }
        return new Watch();
    }

    /** A service cannot go on: the others stop waiting for it and fail with the first reason. */
    synchronized void failed(IOException reason) {
        if (failure == null) {
            failure = reason;
        }
        phaser.forceTermination();
    }

    /** Requests per second of the slowest service in the last round, beside the others. */
    synchronized double slowestRate() {
        return rate;
    }

    private synchronized void add(double requestsPerSecond, double cpu, double share, double change, boolean isKnown) {
        cpuNanos += cpu;
        slowest = Math.min(slowest, requestsPerSecond);
        largestShare = Math.max(largestShare, share);
        largestChange = Math.max(largestChange, change);
        known &= isKnown;
    }

    /** Decides after a round of all services whether it was the last. */
    private synchronized void decide() {
        rounds++;
        long now = System.nanoTime();
        long nanos = now - begin;
        boolean compiled = largestShare < COMPILER_SHARE;
        boolean warm = known && !oneAfterTheOther && rounds >= MIN_ROUNDS && compiled && largestChange < CHANGE;
        ended = warm || nanos >= longestNanos;
        words = !ended
                ? ""
                : !known
                        ? String.format(
                                Locale.ROOT,
                                "warmed up for %.0f s; whether it was enough is not known without the services' processes",
                                nanos / 1e9)
                        : String.format(
                                Locale.ROOT,
                                "%s after %.0f s: CPU per request changed by %.0f %% in the last round, compilers took %.0f %% of the CPU",
                                warm ? "warm" : "not warm",
                                nanos / 1e9,
                                100 * largestChange,
                                100 * largestShare);
        rate = slowest;
        double busy = cpuNanos / (now - roundBegin) / Runtime.getRuntime().availableProcessors();
        boolean wasOneAfterTheOther = oneAfterTheOther;
        oneAfterTheOther = known && connections > 1 && !compiled && busy >= (wasOneAfterTheOther ? IDLE : BUSY);
        double next = oneAfterTheOther && !wasOneAfterTheOther ? rate / connections : rate;
        round = ended ? FIRST_ROUND : Math.min(MAX_REQUESTS, Math.max(MIN_ROUNDS, Math.round(next * ROUND_SECONDS)));
        roundBegin = now;
        cpuNanos = 0;
        slowest = Double.POSITIVE_INFINITY;
        largestShare = 0;
        largestChange = 0;
    }

    /** One service. For one thread. */
    final class Watch {

        private double before = Double.NaN;
        private int own;

        /** The number of requests of the next round. */
        long nextRound() {
            synchronized (WarmUp.this) {
                return round;
            }
        }

        /** Whether the requests of the next round come one after the other. */
        boolean oneAfterTheOther() {
            synchronized (WarmUp.this) {
                return oneAfterTheOther;
            }
        }

        /** The number of rounds so far. */
        int rounds() {
            return own;
        }

        /**
         * Waits for the others at the end of a round.
         *
         * @return {@code null} if there is another round; otherwise what to announce, for one of the services, else
         *     empty
         * @throws IOException what another service failed with
         */
        @Nullable
        String ended(LoadResult result, Usage from, Usage to) throws IOException {
            double cpu = to.ownCpuNanos() - from.ownCpuNanos();
            double compilers = to.compilerNanos() - from.compilerNanos();
            double perRequest = cpu / Math.max(1, result.requests());
            double change = Math.abs(perRequest / before - 1);
            before = perRequest;
            own++;
            add(
                    result.requestsPerSecond(),
                    cpu + compilers,
                    compilers / Math.max(1, cpu + compilers),
                    Double.isNaN(change) ? 1 : change,
                    to.cpuNanos() >= 0);
            if (phaser.arriveAndAwaitAdvance() < 0) {
                throw Objects.requireNonNull(failure);
            }
            synchronized (WarmUp.this) {
                String text = words;
                words = "";
                return ended ? text : null;
            }
        }
    }
}
