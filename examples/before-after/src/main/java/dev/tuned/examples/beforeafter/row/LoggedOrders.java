/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;
import dev.tuned.examples.beforeafter.catalog.Catalog;
import dev.tuned.examples.beforeafter.catalog.Requests;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Orders that log much, by a service that is warm. */
final class LoggedOrders implements Row {

    private static final int LINES = 13;
    private static final int CONNECTIONS = 16;
    private static final int ROUND = 10_000;

    /** Rounds that are counted, after the warm-up. */
    private static final int COUNTED = 4;

    /** While the JVM compiles, rounds get cheaper. It is warm when {@link #COUNTED} in a row cost at least this part of the cheapest one before. */
    private static final double SAME = 0.95;

    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Of which one writes the answer. */
    private static final int MOST_WRITES = 3;

    private static final Count WRITES = new Count("write_calls", "write calls per order");
    private static final Count CPU = new Count("cpu_micros", "CPU per order in µs");

    @Override
    public String name() {
        return "logged-orders";
    }

    @Override
    public String sentence() {
        return "16 connections send orders that log 13 lines, as fast as they are answered, until the service is warm";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return columns.ofLogging();
    }

    @Override
    public void play(ServiceProcess service, Counts counts) throws IOException, InterruptedException {
        Requests orders = Catalog.orders(LINES - 1);
        warmUp(service, orders);
        Round counted = play(service, orders, COUNTED);
        counts.put(WRITES, counted.writes());
        counts.put(CPU, counted.cpuMicros());
    }

    private static void warmUp(ServiceProcess service, Requests orders) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        double cheapest = Double.MAX_VALUE;
        int since = 0;
        while (since < COUNTED && System.nanoTime() - begin < WARM_UP_NANOS) {
            double cost = play(service, orders, 1).cpuMicros();
            since = cost < cheapest * SAME ? 0 : since + 1;
            cheapest = Math.min(cheapest, cost);
        }
    }

    /** What an order cost. */
    private record Round(double cpuMicros, double writes) {}

    private static Round play(ServiceProcess service, Requests orders, int rounds)
            throws IOException, InterruptedException {
        int count = rounds * ROUND;
        Usage before = service.usage();
        LoadResult result = LoadClient.run(service.address(), orders.source(1), Load.closed(count, CONNECTIONS));
        if (result.failures() > 0) {
            throw new IOException(service.name() + ": " + result.firstFailure());
        }
        Usage after = service.usage();
        return new Round(
                (after.ownCpuNanos() - before.ownCpuNanos()) / 1e3 / count,
                (double) (after.writeCalls() - before.writeCalls()) / count);
    }

    @Override
    public List<Condition> conditions() {
        return List.of(
                that(Column.TUNED, WRITES).isAtMost(MOST_WRITES),
                that(Column.TUNED, CPU).isBelowThatOf(Column.STOCK),
                that(Column.TUNED, CPU).isBelowThatOf(Column.PROPERTY));
    }
}
