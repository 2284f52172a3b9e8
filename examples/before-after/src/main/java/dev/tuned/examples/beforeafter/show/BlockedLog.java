/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.OtherWorkload;
import dev.tuned.bench.run.Workload;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.examples.beforeafter.catalog.LoggedOrders;
import dev.tuned.examples.beforeafter.soak.FileSizeLimit;
import dev.tuned.examples.beforeafter.soak.Sample;

/**
 * Orders whose log file cannot grow while they are sent, and can again afterwards: as on a disk that is full for a
 * while.
 */
final class BlockedLog extends OtherWorkload {

    static final Metric LOST = new Metric("lost_percent", "log lines lost %", false, 0.5);
    static final Metric NOT_COUNTED = new Metric("not_counted_percent", "log lines lost and not counted %", false, 0.5);

    /** The log file of the services in their working directory. */
    static final String FILE = "service.log";

    private static final long POLL_MILLIS = 100;

    /** A file that has not grown for this long gets no further lines of a slice. */
    private static final long QUIET_SECONDS = 2;

    private static final long BACK_SECONDS = 30;

    private final int linesPerOrder;
    private final Map<Metric, Double> percents = new HashMap<>();

    BlockedLog(Workload orders, int linesPerOrder) {
        super(orders);
        this.linesPerOrder = linesPerOrder;
    }

    @Override
    public String load() {
        return super.load() + ", and a log file that cannot grow";
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        Path log = service.directory().resolve(FILE);
        long begin = Files.size(log);
        double countedBefore = counted(service);
        LoadResult result;
        FileSizeLimit.set(service.pid(), begin + FileSizeLimit.ROOM_BYTES);
        try {
            result = super.measure(service, slice);
        } finally {
            FileSizeLimit.remove(service.pid());
        }
        long expected = (result.requests() - result.failures()) * linesPerOrder;
        double lost = Math.max(0, expected - written(log, begin, expected));
        double notCounted = Math.max(0, lost - (counted(service) - countedBefore));
        percents.put(LOST, 100 * lost / Math.max(1, expected));
        percents.put(NOT_COUNTED, 100 * notCounted / Math.max(1, expected));
        return result;
    }

    @Override
    public Map<Metric, Double> observed(ServiceProcess service) {
        return percents;
    }

    /** The lines after a position, once all are there or the file stops growing. */
    private static long written(Path log, long begin, long expected) throws IOException, InterruptedException {
        long lines = LoggedOrders.lines(log, begin);
        long grown = System.nanoTime();
        while (lines < expected && System.nanoTime() - grown < TimeUnit.SECONDS.toNanos(QUIET_SECONDS)) {
            Thread.sleep(POLL_MILLIS);
            long now = LoggedOrders.lines(log, begin);
            grown = now > lines ? System.nanoTime() : grown;
            lines = now;
        }
        return lines;
    }

    /** The number of lost lines that the service counts; 0 where it has no such meter. */
    private static double counted(ServiceProcess service) throws IOException, InterruptedException {
        return Sample.meter(service, "tuned.logging.events.dropped");
    }

    /** Waits until the service logs again: Logback tries its file less and less often. */
    @Override
    public void end(ServiceProcess service) throws IOException, InterruptedException {
        Path log = service.directory().resolve(FILE);
        long size = Files.size(log);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BACK_SECONDS);
        while (Files.size(log) == size) {
            if (System.nanoTime() > deadline) {
                throw new IOException(service.name() + " logs nothing " + BACK_SECONDS + " s after it could again");
            }
            check(service);
            Thread.sleep(POLL_MILLIS);
        }
    }
}
