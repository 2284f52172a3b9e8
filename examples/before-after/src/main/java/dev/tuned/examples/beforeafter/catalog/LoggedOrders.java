/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.bench.statistics.Metric;

/** Orders of which every line must be on the console of the service when its process has ended. */
public final class LoggedOrders extends LoadWorkload {

    private static final Pattern LINE = Pattern.compile("order \\d+ (accepted|item|undeliverable)");

    private final int linesPerOrder;
    private final Map<String, Long> orders = new ConcurrentHashMap<>();

    LoggedOrders(int linesPerOrder, String name, String what, Supplier<Requests> orders, long warmUps, long measured) {
        super(name, what, orders, Workloads.CLIENTS, warmUps, measured);
        this.linesPerOrder = linesPerOrder;
    }

    @Override
    public void check(ServiceProcess service) throws IOException, InterruptedException {
        super.check(service);
        orders.merge(service.name(), 1L, Long::sum);
    }

    @Override
    public LoadResult warmUp(ServiceProcess service, WarmUp.Round round) throws IOException, InterruptedException {
        return addOrders(service, super.warmUp(service, round));
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        return addOrders(service, super.measure(service, slice));
    }

    private LoadResult addOrders(ServiceProcess service, LoadResult result) {
        orders.merge(service.name(), result.requests() - result.failures(), Long::sum);
        return result;
    }

    @Override
    public Map<Metric, Double> observedAtEnd(ServiceProcess service) throws IOException {
        long expected = orders.getOrDefault(service.name(), 0L) * linesPerOrder;
        return Map.of(Metric.LOST_LINES, (double) Math.max(0, expected - lines(service.log(), 0)));
    }

    /** The lines of orders in a file after a position in bytes. */
    public static long lines(Path file, long begin) throws IOException {
        try (FileChannel channel = FileChannel.open(file).position(begin);
                // Any bytes are valid in this charset: a line may have been cut within a character.
                BufferedReader reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.ISO_8859_1))) {
            return reader.lines().filter(line -> LINE.matcher(line).find()).count();
        }
    }
}
