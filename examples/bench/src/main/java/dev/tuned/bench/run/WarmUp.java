/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;

/**
 * The rule by which services are warmed up, all by the same one: side by side in rounds, each with the same requests, so
 * that none is warmer than another, until all are warm.
 *
 * @param least how long it takes at least
 * @param longest after which time it ends with services that are not warm; zero for one round
 * @param connections how many connections the load has; 1 if that is to stay as it is
 */
public record WarmUp(Duration least, Duration longest, int connections) {

    /** One round, whatever comes of it. */
    public static final WarmUp ONCE = new WarmUp(Duration.ZERO, Duration.ZERO, 1);

    /** What the slowest of a service's workloads answered per second, and what all of them took of the CPU. */
    record Spent(long requests, double perSecond, Usage from, Usage to) {}

    /**
     * A round of a workload.
     *
     * @param number its number, from 0
     * @param requests how many requests it has where the workload has no number of its own
     * @param oneAfterTheOther whether they come over one connection
     */
    public record Round(int number, long requests, boolean oneAfterTheOther) {

        public static final Round FIRST = new Round(0, 100, false);
    }

    /**
     * Checks services and warms them up.
     *
     * @param services the workloads of each
     * @param say takes the line that says what came of it
     * @throws IOException what the first service failed with
     */
    public void run(Map<ServiceProcess, List<Workload>> services, Consumer<String> say)
            throws IOException, InterruptedException {
        Rounds rounds = new Rounds(this, services.size());
        ExecutorService threads = Executors.newFixedThreadPool(services.size());
        try {
            do {
                Round round = rounds.next();
                long begin = System.nanoTime();
                List<Future<Spent>> all = services.entrySet().stream()
                        .map(each -> threads.submit(() -> round(each.getKey(), each.getValue(), round)))
                        .toList();
                List<Spent> spent = new ArrayList<>();
                for (Future<Spent> each : all) {
                    spent.add(each.get());
                }
                rounds.add(spent, System.nanoTime() - begin);
            } while (!rounds.ended());
        } catch (ExecutionException ex) {
            throw ex.getCause() instanceof IOException failure ? failure : new IOException(ex.getCause());
        } finally {
            threads.shutdownNow();
        }
        if (!longest.isZero()) {
            say.accept(rounds.words());
        }
    }

    private static Spent round(ServiceProcess service, List<Workload> workloads, Round round)
            throws IOException, InterruptedException {
        Usage from = service.usage();
        long requests = 0;
        double slowest = Double.POSITIVE_INFINITY;
        for (Workload workload : workloads) {
            if (round.number() == 0) {
                workload.check(service);
            }
            LoadResult result = workload.warmUp(service, round);
            requests += result.requests();
            slowest = Math.min(slowest, result.requestsPerSecond());
        }
        return new Spent(requests, slowest, from, service.usage());
    }

    /**
     * The rounds of one warm-up. A service is warm when, in a round of about a second, it spends less than a tenth of its
     * CPU time on compilers, and as much per request as in the round before.
     *
     * <p>Beside all connections of the load, a service's compilers get little of a busy machine: it stays slow for minutes.
     * So as long as they have much to do, requests come one after the other. For one thread.
     */
    static final class Rounds {

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

        Rounds(WarmUp rule, int services) {
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
}
