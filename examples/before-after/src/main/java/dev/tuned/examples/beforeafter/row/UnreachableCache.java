/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Expected;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** The cache outside of the service is away for some seconds, and the products' source is not. */
final class UnreachableCache implements Row {

    private static final Duration AWAY = Duration.ofSeconds(5);
    private static final int PER_SECOND = 100;
    private static final int READS = (int) AWAY.toSeconds() * PER_SECOND;

    /** So that no read waits for another one, while each of them waits for the cache. */
    private static final int CONNECTIONS = 64;

    /** Products that have been read before: every other read is of one of them. */
    private static final int KNOWN = 50;

    private static final int PRODUCTS = KNOWN + READS / 2;

    /** What a read waits for the cache is 250 ms. */
    private static final double MOST_SECONDS = 0.3;

    private static final Count ANSWERED = new Count("answered", "reads answered of 500");
    private static final Count LONGEST = new Count("longest_seconds", "the longest read in s");

    private final FarCache far;

    UnreachableCache(FarCache far) {
        this.far = far;
    }

    @Override
    public String name() {
        return far.nameOf("unreachable-cache");
    }

    @Override
    public String starter() {
        return "cache";
    }

    @Override
    public String title() {
        return "Reads are answered while the cache is away";
    }

    @Override
    public String sentence() {
        return "100 reads per second for 5 s, while " + far.cache()
                + " gives nothing that is cached; half of them of products that were read before";
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
        ServiceProcess service = instances.one();
        String prefix = "away-" + Instances.nameOf(service) + "-" + System.nanoTime();
        instances.couchbase().write(prefix, PRODUCTS);
        // Twice: what was loaded first is still being written.
        read(service, prefix, Load.closed(2 * KNOWN, CONNECTIONS), number -> number % KNOWN);
        instances.inTurn(() -> {
            instances.couchbase().loseCaches(Instances.nameOf(service), AWAY);
            LoadResult reads = read(
                    service,
                    prefix,
                    Load.open(READS, CONNECTIONS, PER_SECOND),
                    number -> number % 2 == 0 ? number / 2 % KNOWN : KNOWN + number / 2);
            counts.put(ANSWERED, (double) reads.requests() - reads.failures());
            counts.put(LONGEST, reads.latencyMicros().getMaxValue() / 1e6);
        });
    }

    /** Which product a read is of, from 0, by the number of the read. */
    private interface Choice {

        int product(int read);
    }

    private static LoadResult read(ServiceProcess service, String prefix, Load load, Choice choice) throws IOException {
        int[] next = new int[1];
        return LoadClient.run(
                service.address(),
                () -> LoadRequest.get(
                        "/products/" + prefix + "-" + (1 + choice.product(next[0]++)), Expected.status(200)),
                load.whateverFails());
    }

    @Override
    public List<Condition> conditions() {
        return List.of(that(ANSWERED).is(READS), that(LONGEST).isAtMost(MOST_SECONDS));
    }

    @Override
    public Headline headline() {
        return Headline.of("%s of 500 answered, the longest in %s s", ANSWERED, LONGEST)
                .failing(ANSWERED, answered -> answered < READS, "%s of 500 answered")
                .failing(LONGEST, seconds -> seconds > MOST_SECONDS, "a read takes %s s");
    }
}
