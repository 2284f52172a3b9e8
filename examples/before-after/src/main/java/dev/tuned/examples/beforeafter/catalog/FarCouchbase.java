/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.OtherWorkload;
import dev.tuned.bench.run.Workload;

/** A workload whose service has Couchbase some milliseconds away. */
public final class FarCouchbase extends OtherWorkload {

    private final LocalCouchbase couchbase;
    private final int millis;

    /**
     * Creates a workload.
     *
     * @param millis how much later each of its answers arrives, in milliseconds
     */
    public FarCouchbase(Workload other, LocalCouchbase couchbase, int millis) {
        super(other);
        this.couchbase = couchbase;
        this.millis = millis;
    }

    @Override
    public void begin(ServiceProcess service) throws IOException, InterruptedException {
        couchbase.delay(service.name(), millis);
    }

    @Override
    public void end(ServiceProcess service) throws IOException, InterruptedException {
        couchbase.delay(service.name(), 0);
    }
}
