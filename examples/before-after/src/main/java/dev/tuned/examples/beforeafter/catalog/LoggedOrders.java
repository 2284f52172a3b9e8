/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import dev.tuned.examples.beforeafter.load.LoadResult;
import dev.tuned.examples.beforeafter.process.ServiceProcess;
import dev.tuned.examples.beforeafter.run.Workload;
import dev.tuned.examples.beforeafter.statistics.Metric;

/** Orders of which every line must be in the service's log file when its process has ended. */
final class LoggedOrders extends OtherWorkload {

    static final String LOG_FILE = "application.log";

    private static final Pattern LINE = Pattern.compile("order \\d+ (accepted|item|undeliverable)");

    private final int linesPerOrder;
    private final Map<String, Long> orders = new ConcurrentHashMap<>();

    LoggedOrders(Workload other, int linesPerOrder) {
        super(other);
        this.linesPerOrder = linesPerOrder;
    }

    @Override
    public void check(ServiceProcess service) throws IOException, InterruptedException {
        super.check(service);
        orders.merge(service.name(), 1L, Long::sum);
    }

    @Override
    public LoadResult warmUp(ServiceProcess service) throws IOException, InterruptedException {
        return counted(service, super.warmUp(service));
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        return counted(service, super.measure(service, slice));
    }

    private LoadResult counted(ServiceProcess service, LoadResult result) {
        orders.merge(service.name(), result.requests() - result.failures(), Long::sum);
        return result;
    }

    @Override
    public Map<Metric, Double> observedAtEnd(ServiceProcess service) throws IOException {
        Path file = service.directory().resolve(LOG_FILE);
        if (!Files.exists(file)) {
            return Map.of();
        }
        long expected = orders.getOrDefault(service.name(), 0L) * linesPerOrder;
        long lines = 0;
        for (Path part : parts(file)) {
            lines += count(part);
        }
        return Map.of(Metric.LOST_LINES, (double) Math.max(0, expected - lines));
    }

    /** The file and what was rolled away from it. */
    private static List<Path> parts(Path file) throws IOException {
        try (Stream<Path> siblings = Files.list(file.getParent())) {
            return siblings.filter(path -> path.getFileName()
                            .toString()
                            .startsWith(file.getFileName().toString()))
                    .toList();
        }
    }

    static long count(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        // Any bytes are valid in this charset: text of clients may have been cut within a character.
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1))) {
            return lines.lines().filter(line -> LINE.matcher(line).find()).count();
        }
    }
}
