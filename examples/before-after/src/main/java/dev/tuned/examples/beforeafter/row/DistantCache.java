/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Expected;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Products that another instance has cached are read at random, with all that is outside of the service far away. */
final class DistantCache implements Row {

    private static final int PRODUCTS = 1_000;
    private static final int READS = 4_000;
    /** So that the compilers do not decide how long a read takes. */
    private static final int WARM_READS = 20_000;

    private static final int CONNECTIONS = 16;
    private static final int AWAY_MILLIS = 19;
    private static final long SEED = 19;

    /** A quarter is the first read of each product. */
    private static final double MOST_CALLS = 0.3;

    private static final long QUIET_MILLIS = 500;

    /** What is asked without a read, such as for changes. */
    private static final int QUIET_CALLS = 5;

    private static final Count P50 = new Count("p50_ms", "median of a read in ms");
    private static final Count P99 = new Count("p99_ms", "99th percentile of a read in ms");
    private static final Count FAILURES = new Count("failures", "wrong answers, or none");

    private final FarCache far;

    DistantCache(FarCache far) {
        this.far = far;
    }

    @Override
    public String name() {
        return far.nameOf("distant-cache");
    }

    @Override
    public String starter() {
        return "cache";
    }

    @Override
    public String title() {
        return "Most reads do not ask the distant cache";
    }

    @Override
    public String sentence() {
        return "16 connections read 1,000 products at random, 4,000 times, " + far.systems()
                + " 19 ms away; another instance has read them before; after "
                + WARM_READS + " reads of other products";
    }

    @Override
    public boolean isStandard() {
        return false;
    }

    @Override
    public List<Column> columns(Columns columns) {
        return columns.ofCaches(far, Columns.MINUTE);
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        ServiceProcess one = instances.one();
        ServiceProcess other = instances.other();
        String prefix = "distant-" + Instances.nameOf(one) + "-" + System.nanoTime();
        instances.couchbase().write(prefix, PRODUCTS);
        instances.couchbase().write(prefix + "-warm", PRODUCTS);
        int[] next = new int[1];
        read(other, prefix, PRODUCTS, () -> next[0]++);
        Random others = new Random(SEED);
        read(one, prefix + "-warm", WARM_READS, () -> others.nextInt(PRODUCTS));
        awaitWrites(instances, other);
        awaitWrites(instances, one);
        instances.couchbase().delay(Instances.nameOf(one), AWAY_MILLIS);
        instances.inTurn(() -> {
            long before = instances.calls(one);
            Random random = new Random(SEED);
            LoadResult reads = read(one, prefix, READS, () -> random.nextInt(PRODUCTS));
            counts.put(P50, reads.latencyMicros().getValueAtPercentile(50) / 1e3);
            counts.put(P99, reads.latencyMicros().getValueAtPercentile(99) / 1e3);
            counts.put(far.calls(), (double) (instances.calls(one) - before) / READS);
            counts.put(FAILURES, (double) reads.failures());
        });
        instances.couchbase().delay(Instances.nameOf(one), 0);
    }

    /** What was loaded is written in the background. */
    private static void awaitWrites(Instances instances, ServiceProcess service)
            throws IOException, InterruptedException {
        long before;
        do {
            before = instances.calls(service);
            Thread.sleep(QUIET_MILLIS);
        } while (instances.calls(service) - before > QUIET_CALLS);
    }

    private static LoadResult read(ServiceProcess service, String prefix, int reads, IntSupplier product)
            throws IOException {
        return LoadClient.run(
                service.address(),
                () -> LoadRequest.get("/products/" + prefix + "-" + (1 + product.getAsInt()), Expected.status(200)),
                Load.closed(reads, CONNECTIONS).whateverFails());
    }

    @Override
    public List<Condition> conditions() {
        return List.of(that(far.calls()).isAtMost(MOST_CALLS), that(FAILURES).is(0));
    }

    @Override
    public Headline headline() {
        return Headline.of("%s calls and %s ms per read", far.calls(), P50);
    }
}
