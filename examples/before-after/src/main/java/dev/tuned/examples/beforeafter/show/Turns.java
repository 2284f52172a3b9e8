/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.Environment;
import dev.tuned.bench.run.Meter;
import dev.tuned.examples.beforeafter.soak.Shell;

/**
 * Puts a row's load on two services in turns, slice by slice, and stops the process of the one that has none. For one
 * thread.
 */
final class Turns {

    /** The longest that a row is measured: a slow machine measures fewer slices. */
    private static final Duration MAX_TIME = Duration.ofSeconds(45);

    /** One slice shows no noise. */
    static final int MIN_SLICES = 2;

    private final ServiceProcess stock;
    private final ServiceProcess tuned;
    private final Environment environment;
    private final int slices;

    /**
     * Creates turns of two services.
     *
     * @param environment counts what each service asks for, by its name
     * @param slices how many slices each service gets, at least {@value #MIN_SLICES}
     */
    Turns(ServiceProcess stock, ServiceProcess tuned, Environment environment, int slices) {
        this.stock = stock;
        this.tuned = tuned;
        this.environment = environment;
        this.slices = slices;
    }

    /** Runs a row from its warm-up to its last slice. */
    void run(Row row) throws IOException, InterruptedException {
        row.enter(Row.State.RUNNING, "warming up");
        try {
            for (ServiceProcess service : List.of(stock, tuned)) {
                row.workload.begin(service);
                row.workload.check(service);
                row.workload.warmUp(service);
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
            Meter meter = new Meter(service, row.workload, environment);
            meter.measure(slice);
            return meter.result(row.id(), 1, service.name(), OptionalDouble.empty(), 0)
                    .metrics();
        } finally {
            Shell.signal(idle.pid(), "CONT");
        }
    }

    /** Continues both processes: a stopped process does not end on SIGTERM. */
    void resume() throws IOException, InterruptedException {
        Shell.signal(stock.pid(), "CONT");
        Shell.signal(tuned.pid(), "CONT");
    }
}
