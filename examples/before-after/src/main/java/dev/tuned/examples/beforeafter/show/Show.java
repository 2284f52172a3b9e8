/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.Launch;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Shell;
import dev.tuned.bench.run.Meter;
import dev.tuned.bench.run.Variant;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.Variants;

/**
 * The example service with and without the starters, and the rows that can be run on the two, one at a time.
 * Thread-safe.
 */
public final class Show implements AutoCloseable {

    /**
     * The state of all rows for the page.
     *
     * @param java the runtime of the services
     * @param stock the address of stock
     * @param tuned the address of tuned
     * @param rows the rows
     */
    record View(String java, String stock, String tuned, List<Row.View> rows) {}

    private static final long END_SECONDS = 30;

    /** The longest that a row is measured: a slow machine measures fewer slices. */
    private static final Duration MAX_TIME = Duration.ofSeconds(45);

    /** One slice shows no noise. */
    private static final int MIN_SLICES = 2;

    private final ExecutorService runner = Executors.newSingleThreadExecutor(task -> new Thread(task, "rows"));
    private final JavaRuntime java;
    private final ServiceProcess stock;
    private final ServiceProcess tuned;
    private final LocalCouchbase couchbase;
    private final List<Row> rows;
    private final int slices;

    private Show(JavaRuntime java, ServiceProcess stock, ServiceProcess tuned, LocalCouchbase couchbase, int slices) {
        this.java = java;
        this.stock = stock;
        this.tuned = tuned;
        this.couchbase = couchbase;
        this.slices = slices;
        rows = Rows.all();
    }

    /**
     * Starts both services and waits until they are ready.
     *
     * @param repository where they are built
     * @param java their runtime
     * @param couchbase a running one
     * @param slices how many slices of a row's load each gets, at least 2
     * @param work a directory for their files
     * @param children takes their processes
     * @throws IOException if one does not start
     */
    public static Show start(
            Repository repository, JavaRuntime java, LocalCouchbase couchbase, int slices, Path work, Children children)
            throws IOException, InterruptedException {
        Path files = work.resolve("files");
        Rows.FILE.write(files);
        Variants variants = new Variants(repository, files);
        ServiceProcess stock = start("stock", variants.stock(), java, couchbase, work, children);
        ServiceProcess tuned = start("tuned", variants.growing(variants.dependency()), java, couchbase, work, children);
        stock.awaitReady("/actuator/health");
        tuned.awaitReady("/actuator/health");
        return new Show(java, stock, tuned, couchbase, slices);
    }

    private static ServiceProcess start(
            String name, Variant variant, JavaRuntime java, LocalCouchbase couchbase, Path work, Children children)
            throws IOException, InterruptedException {
        Launch launch = Launch.jar(name, java.java(), variant.jvmFlags(), variant.jar())
                .with(variant.arguments())
                // One file, which a row can keep from growing.
                .with(List.of(
                        "--logging.file.name=" + BlockedLog.FILE,
                        "--logging.threshold.console=off",
                        "--logging.logback.rollingpolicy.max-file-size=1GB"))
                .with(couchbase.argumentsFor(name));
        return ServiceProcess.start(launch, work.resolve(name), children);
    }

    /** Queues a row, or all of them for the id {@code all}, unless they wait or run already. */
    void run(String id) {
        rows.stream()
                .filter(row -> id.equals("all") || id.equals(row.id()))
                .filter(Row::queue)
                .forEach(row -> runner.execute(() -> run(row)));
    }

    private void run(Row row) {
        try {
            warmUpAndMeasure(row);
            row.enter(Row.State.DONE, "");
        } catch (IOException ex) {
            row.enter(
                    Row.State.FAILED,
                    String.valueOf(ex.getMessage()).lines().findFirst().orElse(""));
        } catch (InterruptedException ex) {
            row.enter(Row.State.FAILED, "ended");
            Thread.currentThread().interrupt();
        }
    }

    private void warmUpAndMeasure(Row row) throws IOException, InterruptedException {
        row.enter(Row.State.RUNNING, "warming up");
        try {
            for (ServiceProcess service : List.of(stock, tuned)) {
                row.workload.begin(service);
                row.workload.check(service);
                row.workload.warmUp(service, WarmUp.Round.FIRST);
                row.workload.settle(service);
            }
            measure(row);
        } finally {
            row.enter(Row.State.RUNNING, "waiting until both are as before");
            try {
                row.workload.end(stock);
            } finally {
                row.workload.end(tuned);
            }
        }
    }

    /** Puts the load on the two in turns, slice by slice, and stops the process of the one that has none. */
    private void measure(Row row) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<ServiceProcess> order = new ArrayList<>(List.of(stock, tuned));
        for (int slice = 0;
                slice < slices && (slice < MIN_SLICES || System.nanoTime() - begin < MAX_TIME.toNanos());
                slice++) {
            Map<ServiceProcess, Map<String, Double>> figures = new HashMap<>();
            for (ServiceProcess service : order) {
                figures.put(service, slice(row, service, slice));
            }
            row.add(figures.getOrDefault(stock, Map.of()), figures.getOrDefault(tuned, Map.of()));
            // Neither is always the first.
            Collections.reverse(order);
        }
    }

    private Map<String, Double> slice(Row row, ServiceProcess service, int slice)
            throws IOException, InterruptedException {
        ServiceProcess idle = service == stock ? tuned : stock;
        row.enter(
                Row.State.RUNNING,
                "slice %d of %d: %s has the load, %s is stopped"
                        .formatted(slice + 1, slices, service.name(), idle.name()));
        Shell.signal(idle.pid(), "STOP");
        try {
            Meter meter = new Meter(service, row.workload, couchbase);
            meter.add(meter.measure(slice));
            return meter.result(row.id(), 1, service.name(), OptionalDouble.empty(), 0, null)
                    .metrics();
        } finally {
            Shell.signal(idle.pid(), "CONT");
        }
    }

    boolean has(String id) {
        return id.equals("all") || rows.stream().anyMatch(row -> id.equals(row.id()));
    }

    View view() {
        return new View(
                java.describe(),
                stock.uri("").toString(),
                tuned.uri("").toString(),
                rows.stream().map(row -> row.view(slices)).toList());
    }

    /** Ends the row that runs; the services can be ended then. */
    @Override
    public void close() {
        runner.shutdownNow();
        try {
            if (!runner.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("the row goes on after " + END_SECONDS + " s");
            }
            // A stopped process does not end on SIGTERM.
            Shell.signal(stock.pid(), "CONT");
            Shell.signal(tuned.pid(), "CONT");
        } catch (IOException ex) {
            // One of them has ended already.
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
