/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.FastLaunch;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.Launch;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;
import dev.tuned.bench.result.Measurement;

/**
 * Carries out a plan: launch by launch, workload by workload, variant by variant. For one thread.
 *
 * @param plan what to do
 * @param java the runtime of the services
 * @param environment what the services need around them
 * @param state takes the measurements; what it holds already is not measured again
 * @param listener is notified of the progress
 * @param children takes the processes; closing it ends the run
 * @param work a directory for the files of the run
 */
public record Run(
        Plan plan,
        JavaRuntime java,
        Environment environment,
        RunState state,
        RunListener listener,
        Children children,
        Path work) {

    /** A service is warm when its compilers take less of its CPU time than this share. */
    private static final double MAX_COMPILER_SHARE = 0.02;

    /** Maximum warm-up, as a multiple of the minimum. */
    private static final int MAX_WARM_UPS = 3;

    /**
     * Runs.
     *
     * @throws IOException if a service fails; what has been measured by then is in the state
     */
    public void run() throws IOException, InterruptedException {
        state.begun();
        Instant begin = Instant.now();
        train();
        state.trained(Duration.between(begin, Instant.now()));
        measure();
    }

    /** Trains fast launches for jars that have none yet. */
    private void train() throws IOException, InterruptedException {
        for (Experiment experiment : plan.experiments()) {
            for (Variant variant : experiment.variants()) {
                if (variant.java() == null
                        && variant.running() == null
                        && fast(variant).needsTraining()) {
                    train(experiment, variant);
                }
            }
        }
    }

    private void train(Experiment experiment, Variant variant) throws IOException, InterruptedException {
        FastLaunch fast = fast(variant);
        String name = "training-" + fast.jar().getFileName().toString().replace(".jar", "");
        listener.announced(
                "training fast launches of %s with %s: up to a minute, once for each build, no part of the run's time"
                        .formatted(fast.jar().getFileName(), String.join(" ", fast.jvmFlags())));
        Launch launch = withEnvironment(fast.prepareTraining(name, children), variant);
        try (ServiceProcess service = ServiceProcess.start(launch, directory(name), children)) {
            service.awaitReady(plan.readyPath(), plan.readyWithin(), listener::announced);
            for (Workload workload : experiment.workloadsOf(variant)) {
                workload.begin(service);
                workload.train(service);
                workload.end(service);
            }
        }
        fast.trained();
    }

    private void measure() throws IOException, InterruptedException {
        for (Experiment experiment : plan.experiments()) {
            int launches = plan.launches();
            for (int launch = 1; launch <= launches; launch++) {
                if (!state.hasLaunch(experiment.name(), launch)) {
                    state.add(launch(experiment, launch, launches));
                }
                launches = Math.max(plan.launches(), fitting(launch));
            }
        }
        state.finished();
    }

    /** The number of launches that fit into the time, by the average of those that are done. */
    private int fitting(int done) {
        return (int) (plan.time().toSeconds() * done / state.seconds());
    }

    private ServiceProcess start(String name, Variant variant) throws IOException, InterruptedException {
        RunningService running = variant.running();
        return running == null
                ? ServiceProcess.start(
                        withEnvironment(launch(name, variant), variant), variant.name(), directory(name), children)
                : ServiceProcess.running(running, name, variant.name(), directory(name), children);
    }

    private Launch launch(String name, Variant variant) throws IOException {
        JavaRuntime own = variant.java();
        return own == null
                ? fast(variant).launch(name)
                : Launch.jar(name, own.java(), variant.jvmFlags(), variant.jar());
    }

    private FastLaunch fast(Variant variant) {
        return new FastLaunch(java, variant.jar(), variant.jvmFlags());
    }

    private Launch withEnvironment(Launch launch, Variant variant) throws IOException, InterruptedException {
        return launch.with(variant.arguments()).with(environment.argumentsFor(launch.name()));
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(work.resolve(name));
    }

    private List<Measurement> launch(Experiment experiment, int number, int launches)
            throws IOException, InterruptedException {
        Map<Variant, ServiceProcess> services = new LinkedHashMap<>();
        String prefix = experiment.name() + ": launch " + number + ": ";
        try {
            progress(
                    experiment,
                    number,
                    launches,
                    0,
                    prefix + "starting " + experiment.launched().size() + " services");
            for (Variant variant : experiment.launched()) {
                String name =
                        (experiment.name() + "-" + number + "-" + variant.name()).replaceAll("[^A-Za-z0-9]+", "-");
                services.put(variant, start(name, variant));
            }
            for (ServiceProcess service : services.values()) {
                service.awaitReady(plan.readyPath(), plan.readyWithin(), listener::announced);
            }
            List<Workload> workloads = experiment.workloads();
            progress(experiment, number, launches, 0, prefix + "warming up");
            warmUp(experiment, services);
            List<Measurement> measurements = new ArrayList<>();
            List<Meter> meters = new ArrayList<>();
            for (int index = 0; index < workloads.size(); index++) {
                Workload workload = workloads.get(index);
                progress(experiment, number, launches, (double) index / workloads.size(), prefix + workload.name());
                measurements.addAll(measure(experiment, number, workload, services, meters));
            }
            close(services);
            for (Meter meter : meters) {
                meter.addWhatShowsAtTheEnd();
            }
            return measurements;
        } finally {
            close(services);
        }
    }

    /**
     * Before anything is measured, every service has had all checks and warm-ups: the code that the workloads share is
     * compiled by then. Where the plan asks for warm services, the warm-ups go on until they are. The services warm up
     * at the same time, each with the same requests.
     */
    private void warmUp(Experiment experiment, Map<Variant, ServiceProcess> services)
            throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(services.size());
        try {
            Instant begin = Instant.now();
            double share = warmUpOnce(experiment, services, threads);
            Duration longest = plan.warmUp().multipliedBy(MAX_WARM_UPS);
            Duration taken = Duration.between(begin, Instant.now());
            while ((taken.compareTo(plan.warmUp()) < 0 || share >= MAX_COMPILER_SHARE)
                    && taken.compareTo(longest) < 0) {
                share = warmUpOnce(experiment, services, threads);
                taken = Duration.between(begin, Instant.now());
            }
            if (!plan.warmUp().isZero()) {
                listener.announced("%s after %d s: in the last round compilers took %.1f %% of the CPU"
                        .formatted(share < MAX_COMPILER_SHARE ? "warm" : "not warm", taken.toSeconds(), 100 * share));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** The largest share of a service's CPU that its compilers took. */
    private static double warmUpOnce(
            Experiment experiment, Map<Variant, ServiceProcess> services, ExecutorService threads)
            throws IOException, InterruptedException {
        List<Future<Double>> all = new ArrayList<>();
        services.forEach((variant, service) -> all.add(threads.submit(() -> {
            Usage before = service.usage();
            for (Workload workload : experiment.workloadsOf(variant)) {
                workload.begin(service);
                workload.check(service);
                workload.warmUp(service);
                workload.end(service);
            }
            Usage after = service.usage();
            return (double) (after.compilerNanos() - before.compilerNanos())
                    / Math.max(1, after.cpuNanos() - before.cpuNanos());
        })));
        double largest = 0;
        try {
            for (Future<Double> each : all) {
                largest = Math.max(largest, each.get());
            }
        } catch (ExecutionException ex) {
            throw ex.getCause() instanceof IOException failure ? failure : new IOException(ex.getCause());
        }
        return largest;
    }

    /** Closes all services at once, since one may take long. */
    private static void close(Map<Variant, ServiceProcess> services) {
        Executor threads = task -> new Thread(task).start();
        CompletableFuture.allOf(services.values().stream()
                        .map(service -> CompletableFuture.runAsync(service::close, threads))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private void progress(Experiment current, int launch, int launches, double shareOfLaunch, String what) {
        double all = 0;
        double done = 0;
        for (Experiment experiment : plan.experiments()) {
            double weight = (double) experiment.launched().size()
                    * experiment.workloads().size();
            if (experiment.equals(current)) {
                done = all + weight * (launch - 1 + shareOfLaunch);
            }
            all += weight * launches;
        }
        listener.progress(what, Math.min(1, done / all));
    }

    /** The variants take turns, and the order is turned round between slices and launches: none is always the first. */
    private List<Measurement> measure(
            Experiment experiment,
            int launch,
            Workload workload,
            Map<Variant, ServiceProcess> services,
            List<Meter> measured)
            throws IOException, InterruptedException {
        List<Variant> order = new ArrayList<>(experiment.launched().stream()
                .filter(variant -> experiment.workloadsOf(variant).contains(workload))
                .toList());
        Variant first = order.get(0);
        Collections.rotate(order, launch - 1);
        Map<Variant, Meter> meters = new LinkedHashMap<>();
        for (Variant variant : order) {
            workload.begin(service(services, variant));
            workload.settle(service(services, variant));
            meters.put(variant, new Meter(service(services, variant), workload, environment));
        }
        OtherProcesses others = new OtherProcesses(services.values());
        for (int slice = 0; slice < workload.slices(); slice++) {
            Collections.reverse(order);
            for (Variant variant : order) {
                meter(meters, variant).measure(slice);
            }
        }
        double othersShare = others.share();
        SliceCpu cpu = new SliceCpu(meter(meters, first).cpuMicros());
        List<Measurement> measurements = new ArrayList<>();
        for (Variant variant : order) {
            Meter meter = meter(meters, variant);
            measurements.add(meter.result(
                    experiment.name(), launch, variant.name(), cpu.perRequest(meter.cpuMicros()), othersShare));
            measured.add(meter);
            workload.end(service(services, variant));
        }
        return measurements;
    }

    private static ServiceProcess service(Map<Variant, ServiceProcess> services, Variant variant) {
        return Objects.requireNonNull(services.get(variant));
    }

    private static Meter meter(Map<Variant, Meter> meters, Variant variant) {
        return Objects.requireNonNull(meters.get(variant));
    }
}
