/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.LoadWorkload;
import dev.tuned.bench.run.OtherWorkload;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;

/** Reads at a rate, from services whose Couchbase is taken away before the first measured slice. */
final class WithoutCouchbase extends OtherWorkload {

    /** Each read waits a second for Couchbase, so that they occupy fewer than 200 threads. */
    private static final int PER_SECOND = 50;

    private static final long BACK_SECONDS = 60;
    private static final long POLL_MILLIS = 200;

    private final LoadWorkload reads;
    private final LocalCouchbase couchbase;

    WithoutCouchbase(LoadWorkload reads, LocalCouchbase couchbase) {
        super(reads);
        this.reads = reads;
        this.couchbase = couchbase;
    }

    @Override
    public String load() {
        return PER_SECOND + " requests/s, and no Couchbase";
    }

    /** Sends all requests of a slice, however many of them fail. */
    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        couchbase.down(service.name());
        Load load = Load.open(reads.measured() / reads.slices(), reads.connections(), PER_SECOND)
                .whateverFails();
        return LoadClient.run(service.address(), reads.requests().get().source(slice + 1L), load);
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
