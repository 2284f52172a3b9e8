/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Expected;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Products are read again and again, and again after a restart, with all that is outside of the service far away. */
final class RestartedProducts implements Row {

    private static final int PRODUCTS = 100;
    private static final int READS = 200;
    private static final int CONNECTIONS = 4;
    private static final int AWAY_MILLIS = 19;
    private static final double MOST_OF_STOCK = 0.5;

    /** One product is read to see whether an instance is ready. */
    private static final int MOST_READS = 3;

    private static final Count P50 = new Count("p50_ms", "median of a read in ms");
    private static final Count FAILURES = new Count("failures", "wrong answers, or none");
    private static final Count SOURCE = new Count("source_calls", "reads of the source after the restart");

    private final FarCache far;

    RestartedProducts(FarCache far) {
        this.far = far;
    }

    @Override
    public String name() {
        return far.nameOf("restarted-products");
    }

    @Override
    public boolean isStandard() {
        return far.isStandard();
    }

    @Override
    public String starter() {
        return "cache";
    }

    @Override
    public String title() {
        return "Reads stay local, also right after a restart";
    }

    @Override
    public String sentence() {
        return "an instance reads 100 products and, " + far.systems()
                + " 19 ms away, twice again; then it is killed, and a new one reads them";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return columns.ofCaches(far, Columns.SHORT_SECONDS);
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        ServiceProcess service = instances.one();
        String prefix = "restarted-" + Instances.nameOf(service);
        instances.couchbase().write(prefix, PRODUCTS);
        read(service, prefix, PRODUCTS);
        instances.couchbase().delay(Instances.nameOf(service), AWAY_MILLIS);
        instances.inTurn(() -> {
            LoadResult reads = read(service, prefix, READS);
            counts.put(P50, reads.latencyMicros().getValueAtPercentile(50) / 1e3);
            counts.put(FAILURES, (double) reads.failures());
        });

        ServiceProcess restarted = instances.restarted();
        read(restarted, prefix, PRODUCTS);
        counts.put(SOURCE, (double) instances.couchbase().productCalls(Instances.nameOf(restarted)));
    }

    /** Reads the products one after the other, again and again. */
    private static LoadResult read(ServiceProcess service, String prefix, int reads) throws IOException {
        List<LoadRequest> all = IntStream.rangeClosed(1, PRODUCTS)
                .mapToObj(number -> LoadRequest.get("/products/" + prefix + "-" + number, Expected.status(200)))
                .toList();
        int[] next = new int[1];
        return LoadClient.run(
                service.address(),
                () -> all.get(next[0]++ % all.size()),
                Load.closed(reads, CONNECTIONS).whateverFails());
    }

    @Override
    public List<Condition> conditions() {
        return List.of(
                that(P50).isAtMost(MOST_OF_STOCK, Column.STOCK), that(SOURCE).isAtMost(MOST_READS));
    }

    @Override
    public Headline headline() {
        return Headline.of("%s ms per read", P50)
                .failing(SOURCE, calls -> calls > MOST_READS, "reads its source %s times again");
    }
}
