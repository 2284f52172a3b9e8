/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.Workload;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.examples.beforeafter.soak.FileSizeLimit;
import dev.tuned.examples.beforeafter.soak.Sample;

/**
 * Orders whose log file cannot grow while they are sent, and can again afterwards: as on a disk that is full for a
 * while.
 */
final class BlockedLog extends Watched {

    static final Metric LOST = new Metric("lost_percent", "log lines lost %", false, 0.5);
    static final Metric NOT_COUNTED = new Metric("not_counted_percent", "log lines lost and not counted %", false, 0.5);

    /** The log file of the services in their working directory. */
    static final String FILE = "service.log";

    private static final long POLL_MILLIS = 100;

    /** A file that has not grown for this long gets no further lines of a slice. */
    private static final long QUIET_SECONDS = 2;

    private static final long BACK_SECONDS = 30;
    private static final Pattern LINE = Pattern.compile("order \\d+ (accepted|item)");

    private final int linesPerOrder;

    BlockedLog(Workload orders, int linesPerOrder) {
        super(orders);
        this.linesPerOrder = linesPerOrder;
    }

    @Override
    public String load() {
        return super.load() + ", and a log file that cannot grow";
    }

    @Override
    LoadResult send(ServiceProcess service, int slice) throws IOException, InterruptedException {
        Path log = service.directory().resolve(FILE);
        long begin = Files.size(log);
        double countedBefore = counted(service);
        LoadResult result;
        FileSizeLimit.set(service.pid(), begin + FileSizeLimit.ROOM_BYTES);
        try {
            result = super.send(service, slice);
        } finally {
            FileSizeLimit.remove(service.pid());
        }
        long expected = (result.requests() - result.failures()) * linesPerOrder;
        double lost = Math.max(0, expected - written(log, begin, expected));
        double notCounted = Math.max(0, lost - (counted(service) - countedBefore));
        observe(LOST, 100 * lost / Math.max(1, expected));
        observe(NOT_COUNTED, 100 * notCounted / Math.max(1, expected));
        return result;
    }

    /** The lines after a position, once all are there or the file stops growing. */
    private static long written(Path log, long begin, long expected) throws IOException, InterruptedException {
        long lines = lines(log, begin);
        long grown = System.nanoTime();
        while (lines < expected && System.nanoTime() - grown < TimeUnit.SECONDS.toNanos(QUIET_SECONDS)) {
            Thread.sleep(POLL_MILLIS);
            long now = lines(log, begin);
            grown = now > lines ? System.nanoTime() : grown;
            lines = now;
        }
        return lines;
    }

    /** The whole lines of orders in a file after a position. */
    static long lines(Path log, long begin) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(begin);
            // Any bytes are valid in this charset: a line may have been cut within a character.
            try (BufferedReader reader = new BufferedReader(
                    new InputStreamReader(Channels.newInputStream(file.getChannel()), StandardCharsets.ISO_8859_1))) {
                return reader.lines().filter(line -> LINE.matcher(line).find()).count();
            }
        }
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
