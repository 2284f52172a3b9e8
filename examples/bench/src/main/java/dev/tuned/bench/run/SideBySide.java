/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.result.Measurement;

/** One launch of all variants of an experiment, side by side. For one thread. */
final class SideBySide implements AutoCloseable {

    private final Experiment experiment;
    private final int number;
    private final Site site;
    private final Map<Variant, ServiceProcess> services = new LinkedHashMap<>();
    private final Ruler ruler;
    private final List<Meter> measured = new ArrayList<>();

    SideBySide(Experiment experiment, int number, Site site, Ruler ruler) {
        this.experiment = experiment;
        this.number = number;
        this.site = site;
        this.ruler = ruler;
    }

    /** Starts the services and waits until they are ready. */
    void start(Plan plan) throws IOException, InterruptedException {
        for (Variant variant : experiment.launched()) {
            String name = (experiment.name() + "-" + number + "-" + variant.name()).replaceAll("[^A-Za-z0-9]+", "-");
            services.put(variant, site.start(name, variant));
        }
        for (ServiceProcess service : services.values()) {
            service.awaitReady(plan.readyPath(), plan.readyWithin(), site.listener()::announced);
        }
    }

    /**
     * Before anything is measured, every service has had all checks and warm-ups: the code that the workloads share is
     * compiled by then.
     */
    void warmUp(WarmUp rule) throws IOException, InterruptedException {
        Map<ServiceProcess, List<Workload>> workloads = new LinkedHashMap<>();
        services.forEach((variant, service) -> workloads.put(service, experiment.workloadsOf(variant)));
        rule.run(workloads, site.listener()::announced);
    }

    /** The variants take turns, and the order is turned round between slices and launches: none is always the first. */
    List<Measurement> measure(Workload workload) throws IOException, InterruptedException {
        List<Variant> order = new ArrayList<>(experiment.launched().stream()
                .filter(variant -> experiment.workloadsOf(variant).contains(workload))
                .toList());
        Variant first = order.get(0);
        Collections.rotate(order, number - 1);
        Map<Variant, Meter> meters = new LinkedHashMap<>();
        for (Variant variant : order) {
            workload.begin(service(variant));
            workload.settle(service(variant));
            meters.put(variant, new Meter(service(variant), workload, site.environment()));
        }
        OtherProcesses others = new OtherProcesses(services.values().stream()
                .flatMap(service -> service.process().stream())
                .toList());
        SteadySlices slices = new SteadySlices(ruler::read);
        for (int slice = 0; slice < workload.slices(); slice++) {
            Collections.reverse(order);
            slices.measure(order.stream().map(variant -> meter(meters, variant)).toList(), slice);
        }
        double othersShare = others.share();
        SliceCpu cpu = new SliceCpu(meter(meters, first).cpuMicros());
        List<Measurement> measurements = new ArrayList<>();
        for (Variant variant : order) {
            Meter meter = meter(meters, variant);
            measurements.add(meter.result(
                    experiment.name(),
                    number,
                    variant.name(),
                    cpu.perRequest(meter.cpuMicros()),
                    othersShare,
                    slices.moved()));
            workload.end(service(variant));
        }
        measured.addAll(meters.values());
        return measurements;
    }

    /** Ends the services, and adds to the measurements what is known only then. */
    void end() throws IOException {
        close();
        for (Meter meter : measured) {
            meter.addWhatShowsAtTheEnd();
        }
    }

    private ServiceProcess service(Variant variant) {
        return Objects.requireNonNull(services.get(variant));
    }

    private static Meter meter(Map<Variant, Meter> meters, Variant variant) {
        return Objects.requireNonNull(meters.get(variant));
    }

    /** Closes all services at once, since one may take long. */
    @Override
    public void close() {
        Executor threads = task -> new Thread(task).start();
        CompletableFuture.allOf(services.values().stream()
                        .map(service -> CompletableFuture.runAsync(service::close, threads))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }
}
