/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;

/**
 * Overload of a pool of 16 connections by requests that come whatever the server does, stock beside a limit of twice as
 * many requests. Prints a table and asserts nothing about times. Each run has fresh services, one after the other.
 */
@EnabledIfSystemProperty(
        named = "overload",
        matches = "[0-9.,]+",
        disabledReason = "takes minutes: -Doverload=2,5, loads as multiples of what the pool carries")
class OverloadIT {

    private static final int POOL = 16;

    private static final int RUNS = Integer.getInteger("overload.runs", 1);

    /** What stock does hardly differs from run to run: fewer of them leave time for more of the others. */
    private static final int STOCK_RUNS = Integer.getInteger("overload.stock-runs", RUNS);

    private static final int SECONDS = Integer.getInteger("overload.seconds", 20);
    private static final int HELD_MILLIS = Integer.getInteger("overload.held", 10);
    private static final int CONNECTIONS = Integer.getInteger("overload.connections", 1000);

    /** Seconds of a load that the service carries, before the overload. */
    private static final int BEFORE = Integer.getInteger("overload.before", 0);

    /** Needs a connection of the pool. */
    private static final LoadRequest POOLED = LoadRequest.get("/pooled?ms=" + HELD_MILLIS, Expected.sameBody(200));

    /** What came of a load; the service may reject a request, whose latency does not count. */
    private static final class Overload {

        private final Histogram latencyMicros = new Histogram(3);
        private long begin;
        private long sent;
        private long rejected;

        /** The next request, whose latency counts from when it is due by the rate. */
        LoadRequest next(double rate) {
            begin = sent == 0 ? System.nanoTime() : begin;
            long due = begin + (long) (sent++ * 1e9 / rate);
            return new LoadRequest(POOLED.bytes(), answer -> isRight(answer, due), false);
        }

        private boolean isRight(Answer answer, long due) {
            if (answer.status() == 503 && !answer.header("Retry-After").isEmpty()) {
                rejected++;
                return true;
            }
            latencyMicros.recordValue((System.nanoTime() - due) / 1000);
            return POOLED.expectation().accepts(answer);
        }
    }

    @TempDir
    Path directory;

    @Test
    void overload() throws Exception {
        Repository repository = new Repository(Path.of("../..").toRealPath());
        Variants variants = new Variants(repository, directory);
        Variant stock = variants.stock();
        List<Variant> compared = List.of(
                stock, variants.dependency().named("tuned").with("--tuned.threads.web.max-concurrency=" + 2 * POOL));
        JavaRuntime java = JavaRuntime.newest();
        List<String> rows = new ArrayList<>();
        try (Children children = new Children();
                LocalCouchbase couchbase =
                        new LocalCouchbase(repository.couchbase(java), directory.resolve("couchbase"), children)) {
            couchbase.start();
            for (String load : System.getProperty("overload").split(",")) {
                for (int run = 1; run <= RUNS; run++) {
                    for (Variant variant : compared) {
                        if (variant == stock && run > STOCK_RUNS) {
                            continue;
                        }
                        String name = variant.name() + "-" + load + "-" + run;
                        Variant launch = new Variant(name, variant.jar(), variant.arguments(), variant.jvmFlags(), java)
                                .with(couchbase.argumentsFor(name).toArray(String[]::new));
                        try (ServiceProcess service = ServiceProcess.start(launch, directory.resolve(name), children)) {
                            service.awaitReady("/actuator/health");
                            rows.add(measured(name, service, Double.parseDouble(load)));
                            System.out.println(rows.get(rows.size() - 1));
                        }
                    }
                }
            }
        }
        System.out.println("| run | successes/s | rejected/s | failed | p50 ms | p99 ms | most ms | client's core |");
        rows.forEach(System.out::println);
    }

    private static String measured(String name, ServiceProcess service, double load) throws Exception {
        double capacity = POOL * 1000.0 / HELD_MILLIS;
        if (BEFORE > 0) {
            run(service, new Overload(), 0.5 * capacity, BEFORE);
        }
        Overload overload = new Overload();
        return row(name, overload, run(service, overload, load * capacity, SECONDS));
    }

    private static LoadResult run(ServiceProcess service, Overload overload, double rate, int seconds)
            throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        Load load = Load.open((long) (rate * seconds), CONNECTIONS, rate)
                .whateverFails()
                .until(() -> System.nanoTime() - end > 0);
        return LoadClient.run(service.address(), () -> overload.next(rate), load);
    }

    private static String row(String name, Overload overload, LoadResult result) {
        long succeeded = result.requests() - overload.rejected - result.failures();
        double seconds = result.nanos() / 1e9;
        return String.format(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %d | %.0f | %.0f | %.0f | %.2f |",
                name,
                succeeded / seconds,
                overload.rejected / seconds,
                result.failures(),
                overload.latencyMicros.getValueAtPercentile(50) / 1e3,
                overload.latencyMicros.getValueAtPercentile(99) / 1e3,
                overload.latencyMicros.getMaxValue() / 1e3,
                result.clientCpuNanos() / (double) result.nanos());
    }
}
