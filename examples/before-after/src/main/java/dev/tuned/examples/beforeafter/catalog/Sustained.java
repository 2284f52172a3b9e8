/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.time.Duration;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.OtherWorkload;

/**
 * A load that comes for a while before it is measured where the pool of the threads starter grows with it. A pool that
 * keeps its size answers as many requests in the first second as later.
 */
public final class Sustained extends OtherWorkload {

    private static final String SIZE = "/actuator/metrics/tuned.threads.web.auto.limit";
    private static final int OK = 200;

    private final LoadWorkload load;
    private final Duration before;

    /**
     * Creates a workload.
     *
     * @param before how long the load comes before it is measured
     */
    public Sustained(LoadWorkload load, Duration before) {
        super(load);
        this.load = load;
        this.before = before;
    }

    @Override
    public String load() {
        return super.load() + "; a pool that grows has had them for " + before.toSeconds() + " s";
    }

    @Override
    public void settle(ServiceProcess service) throws IOException, InterruptedException {
        if (service.get(SIZE).statusCode() == OK) {
            load.run(service, before);
        }
    }
}
