/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.Measurement;

/** One launch of all variants of an experiment, side by side. For one thread. */
public final class SideBySide implements AutoCloseable {

    private final Experiment experiment;
    private final int number;
    private final Site site;
    private final List<ServiceProcess> services = new ArrayList<>();
    private final List<Meter> measured = new ArrayList<>();

    /** @param number the number of the launch, from 1 */
    public SideBySide(Experiment experiment, int number, Site site) {
        this.experiment = experiment;
        this.number = number;
        this.site = site;
    }

    /** Starts the services and waits until they are ready. */
    public void start(Plan plan) throws IOException, InterruptedException {
        for (Variant variant : experiment.launched()) {
            String name = (experiment.name() + "-" + number + "-" + variant.name()).replaceAll("[^A-Za-z0-9]+", "-");
            services.add(site.start(name, variant));
        }
        for (ServiceProcess service : services) {
            service.awaitReady(plan.readyPath(), plan.readyWithin(), site.listener()::announced);
        }
    }

    /**
     * Before anything is measured, every service has had all checks and warm-ups: the code that the workloads share is
     * compiled by then.
     */
    public void warmUp(WarmUp rule) throws IOException, InterruptedException {
        Map<ServiceProcess, List<Workload>> workloads = new LinkedHashMap<>();
        services.forEach(service -> workloads.put(service, experiment.workloadsOf(service.variant())));
        rule.run(workloads, site.listener()::announced);
    }

    /** The services in the order of their variants. */
    public List<ServiceProcess> services() {
        return services;
    }

    /** The variants take turns, and the order is turned round between slices and launches: none is always the first. */
    List<Measurement> measure(Workload workload, Ruler ruler) throws IOException, InterruptedException {
        List<Meter> order = new ArrayList<>();
        for (ServiceProcess service : services) {
            if (experiment.workloadsOf(service.variant()).contains(workload)) {
                order.add(new Meter(service, workload));
            }
        }
        Meter first = order.get(0);
        Collections.rotate(order, number - 1);
        for (Meter meter : order) {
            workload.settle(meter.service());
        }
        OtherProcesses others = new OtherProcesses(
                services.stream().flatMap(service -> service.process().stream()).toList());
        SteadySlices slices = new SteadySlices(ruler::read);
        for (int slice = 0; slice < workload.slices(); slice++) {
            Collections.reverse(order);
            slices.measure(order, slice);
        }
        double othersShare = others.share();
        List<Measurement> measurements = new ArrayList<>();
        for (Meter meter : order) {
            measurements.add(meter.result(experiment.name(), number, first.cpuMicros(), othersShare, slices.moved()));
        }
        measured.addAll(order);
        return measurements;
    }

    /** Ends the services, and adds to the measurements what is known only then. */
    void end() throws IOException {
        close();
        for (Meter meter : measured) {
            meter.addWhatShowsAtTheEnd();
        }
    }

    /** Closes all services at once, since one may take long. */
    @Override
    public void close() {
        Executor threads = task -> new Thread(task).start();
        CompletableFuture.allOf(services.stream()
                        .map(service -> CompletableFuture.runAsync(service::close, threads))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }
}
