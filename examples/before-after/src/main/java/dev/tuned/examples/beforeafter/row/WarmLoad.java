/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.time.Duration;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;
import dev.tuned.examples.beforeafter.catalog.Requests;

/**
 * A load, as fast as the answers come, of which the cost of a request is counted once the service is warm. The columns take turns.
 *
 * @param requests what is sent
 * @param connections over how many connections
 * @param warmUp how much CPU time it takes at most until the service is warm, in four times as long at most
 */
record WarmLoad(Requests requests, int connections, Duration warmUp) {

    static final Count WRITES = new Count("write_calls", "write calls per request");
    static final Count CPU = new Count("cpu_micros", "CPU per request in µs");

    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration COUNTED = Duration.ofSeconds(1);

    /** While the JVM compiles, rounds get cheaper. It is warm after {@link #SAME_ROUNDS} that cost at least this share of the cheapest one so far. */
    private static final double SAME = 0.95;

    private static final int SAME_ROUNDS = 2;

    /** On a busy machine a service has a share of a processor, and is warm as much later. */
    private static final int MOST_SHARES = 4;

    /** Warms an instance up that has just started, and counts. */
    void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        ServiceProcess service = instances.one();
        instances.inTurn(() -> {
            if (instances.isFirstTimeOf(service)) {
                warmUp(service);
            }
            Cost cost = play(service, COUNTED);
            counts.put(CPU, cost.cpuMicros());
            counts.put(WRITES, cost.writes());
        });
    }

    private void warmUp(ServiceProcess service) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long used = service.usage().ownCpuNanos();
        double cheapest = Double.MAX_VALUE;
        int same = 0;
        while (same < SAME_ROUNDS
                && service.usage().ownCpuNanos() - used < warmUp.toNanos()
                && System.nanoTime() - begin < MOST_SHARES * warmUp.toNanos()) {
            double cost = play(service, ROUND).cpuMicros();
            same = cost < cheapest * SAME ? 0 : same + 1;
            cheapest = Math.min(cheapest, cost);
        }
    }

    /** What a request cost. */
    private record Cost(double cpuMicros, double writes) {}

    private Cost play(ServiceProcess service, Duration time) throws IOException, InterruptedException {
        Usage before = service.usage();
        LoadResult result = LoadClient.run(
                service.address(),
                requests.source(1),
                Load.closed(Long.MAX_VALUE, connections).startingFor(time));
        if (result.failures() > 0) {
            throw new IOException(service.name() + ": " + result.firstFailure());
        }
        Usage after = service.usage();
        return new Cost(
                (after.ownCpuNanos() - before.ownCpuNanos()) / 1e3 / result.requests(),
                (double) (after.writeCalls() - before.writeCalls()) / result.requests());
    }
}
