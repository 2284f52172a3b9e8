/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;
import dev.tuned.examples.beforeafter.catalog.Requests;

/**
 * A load, as fast as the answers come, of which the cost of a request is counted once the service is warm.
 *
 * @param requests what is sent
 * @param connections over how many connections
 * @param round how many requests are sent at a time
 */
record WarmLoad(Requests requests, int connections, int round) {

    static final Count WRITES = new Count("write_calls", "write calls per request");
    static final Count CPU = new Count("cpu_micros", "CPU per request in µs");

    /** Rounds that are counted, after the warm-up. */
    private static final int COUNTED = 3;

    /** While the JVM compiles, rounds get cheaper. It is warm when {@link #COUNTED} in a row cost at least this part of the cheapest one before. */
    private static final double SAME = 0.95;

    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Warms a service up and counts. */
    void play(ServiceProcess service, Counts counts) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        double cheapest = Double.MAX_VALUE;
        int since = 0;
        while (since < COUNTED && System.nanoTime() - begin < WARM_UP_NANOS) {
            double cost = play(service, 1).cpuMicros();
            since = cost < cheapest * SAME ? 0 : since + 1;
            cheapest = Math.min(cheapest, cost);
        }
        Cost cost = play(service, COUNTED);
        counts.put(CPU, cost.cpuMicros());
        counts.put(WRITES, cost.writes());
    }

    /** What a request cost. */
    private record Cost(double cpuMicros, double writes) {}

    private Cost play(ServiceProcess service, int rounds) throws IOException, InterruptedException {
        int count = rounds * round;
        Usage before = service.usage();
        LoadResult result = LoadClient.run(service.address(), requests.source(1), Load.closed(count, connections));
        if (result.failures() > 0) {
            throw new IOException(service.name() + ": " + result.firstFailure());
        }
        Usage after = service.usage();
        return new Cost(
                (after.ownCpuNanos() - before.ownCpuNanos()) / 1e3 / count,
                (double) (after.writeCalls() - before.writeCalls()) / count);
    }
}
