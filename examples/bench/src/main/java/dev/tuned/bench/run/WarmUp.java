/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        WarmUpRounds rounds = new WarmUpRounds(this, services.size());
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
}
