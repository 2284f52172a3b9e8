/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import dev.tuned.examples.beforeafter.load.Load;
import dev.tuned.examples.beforeafter.load.LoadClient;
import dev.tuned.examples.beforeafter.load.LoadRequest;
import dev.tuned.examples.beforeafter.load.LoadResult;
import dev.tuned.examples.beforeafter.load.RequestSource;
import dev.tuned.examples.beforeafter.process.ServiceProcess;
import dev.tuned.examples.beforeafter.run.Workload;

/** Many callers ask at once for each of many products that nobody has read before. */
final class ColdStart implements Workload {

    private static final int CALLERS = 64;
    private static final int WARM_UP = 60;
    private static final int MEASURED = 60;

    private final LocalCouchbase couchbase;
    private final AtomicInteger prefixes = new AtomicInteger();

    ColdStart(LocalCouchbase couchbase) {
        this.couchbase = couchbase;
    }

    @Override
    public String name() {
        return "cold-start";
    }

    @Override
    public String what() {
        return "64 GETs at once of each new product";
    }

    @Override
    public String load() {
        return CALLERS + " connections";
    }

    @Override
    public void train(ServiceProcess service) throws IOException, InterruptedException {
        run(service, WARM_UP);
    }

    @Override
    public void check(ServiceProcess service) throws IOException, InterruptedException {
        run(service, 1);
    }

    @Override
    public LoadResult warmUp(ServiceProcess service) throws IOException, InterruptedException {
        return run(service, WARM_UP);
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        return run(service, MEASURED);
    }

    private LoadResult run(ServiceProcess service, int products) throws IOException, InterruptedException {
        String prefix = "new-" + prefixes.incrementAndGet();
        couchbase.write(prefix, products);
        return LoadClient.run(service.address(), inTurn(prefix), Load.closed((long) products * CALLERS, CALLERS));
    }

    /** As many requests as there are callers for the first product, then as many for the next. */
    private static RequestSource inTurn(String prefix) {
        return new RequestSource() {
            private long sent;
            private LoadRequest current = Catalog.product(prefix + "-1");

            @Override
            public LoadRequest next() {
                if (sent > 0 && sent % CALLERS == 0) {
                    current = Catalog.product(prefix + "-" + (sent / CALLERS + 1));
                }
                sent++;
                return current;
            }
        };
    }
}
