/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

import dev.tuned.bench.process.ServiceProcess;

/**
 * A load that comes for a while before it is measured where the pool of the threads starter grows with it. A pool that
 * keeps its size answers as many requests in the first second as later.
 */
final class Sustained extends LoadWorkload {

    private static final String SIZE = "/actuator/metrics/tuned.threads.web.auto.limit";
    private static final int OK = 200;

    /** As long as a pool needs to grow from 200 to 1,000 threads, and some more. */
    private static final Duration GROWTH = Duration.ofSeconds(20);

    Sustained(
            String name,
            String what,
            Supplier<Requests> requests,
            int connections,
            double rate,
            long warmUps,
            long measured) {
        super(name, what, requests, connections, rate, warmUps, measured);
    }

    @Override
    public String load() {
        return super.load() + "; a pool that grows has had them for " + GROWTH.toSeconds() + " s";
    }

    @Override
    public void settle(ServiceProcess service) throws IOException, InterruptedException {
        if (service.get(SIZE).statusCode() == OK) {
            run(service, GROWTH);
        }
    }
}
