/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.LoadWorkload;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;

/** Reads at a rate, from services whose Couchbase is taken away before the first measured slice. */
final class WithoutCouchbase extends Watched {

    private static final long BACK_SECONDS = 60;
    private static final long POLL_MILLIS = 200;

    private final LoadWorkload reads;
    private final double perSecond;
    private final int perSlice;
    private final LocalCouchbase couchbase;

    /**
     * Creates a workload.
     *
     * @param reads the requests, warm-up and connections
     * @param perSecond how many of them start per second
     * @param perSlice how many of them are a slice
     */
    WithoutCouchbase(LoadWorkload reads, double perSecond, int perSlice, LocalCouchbase couchbase) {
        super(reads);
        this.reads = reads;
        this.perSecond = perSecond;
        this.perSlice = perSlice;
        this.couchbase = couchbase;
    }

    @Override
    public String load() {
        return Math.round(perSecond) + " requests/s, and no Couchbase";
    }

    /** Sends all requests of a slice, however many of them fail. */
    @Override
    LoadResult send(ServiceProcess service, int slice) throws IOException, InterruptedException {
        couchbase.down(service.name());
        Load load = Load.open(perSlice, reads.connections(), perSecond).whateverFails();
        try (LoadClient client = LoadClient.connect(service.address(), load)) {
            return client.run(reads.requests().get().source(slice + 1L));
        }
    }

    /** Brings Couchbase back and waits until the service reads from it, for the rows after this one. */
    @Override
    public void end(ServiceProcess service) throws IOException, InterruptedException {
        couchbase.up(service.name());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BACK_SECONDS);
        // Products that are in no cache.
        for (int id = 1; service.get("/products/" + (9000 + id)).statusCode() != 200; id++) {
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        service.name() + " does not read from Couchbase again " + BACK_SECONDS + " s after it is back");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }
}
