/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;
import dev.tuned.examples.beforeafter.catalog.Variants;
import dev.tuned.examples.beforeafter.catalog.Workloads;
import dev.tuned.examples.beforeafter.process.Children;
import dev.tuned.examples.beforeafter.process.JavaRuntime;
import dev.tuned.examples.beforeafter.process.Launch;
import dev.tuned.examples.beforeafter.process.ServiceProcess;
import dev.tuned.examples.beforeafter.run.Experiment;
import dev.tuned.examples.beforeafter.run.Variant;
import dev.tuned.examples.beforeafter.run.Workload;

import static org.assertj.core.api.Assertions.assertThat;

/** A full run takes an hour; that each of its services starts and answers rightly takes a minute. */
class FullRunIT {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    /** Two services at a time, one for each core. */
    private static final int AT_ONCE = 2;

    /** A service by what it is started with; JVM flags are left out, since they change no answer. */
    private record Service(Path jar, List<String> arguments) {}

    @TempDir
    Path directory;

    @Test
    void everyServiceOfAFullRunStartsAndAnswersRightly() throws Exception {
        Repository repository = new Repository(Path.of("../..").toAbsolutePath().normalize());
        JavaRuntime java = JavaRuntime.newest();
        Path files = Files.createDirectories(directory.resolve("files"));
        for (StaticFiles each : Workloads.FILES) {
            each.write(files);
        }
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try (Children children = new Children();
                LocalCouchbase couchbase = new LocalCouchbase(
                        repository.couchbase(java.java()), directory.resolve("couchbase"), children)) {
            couchbase.start();
            Plans plans = new Plans(repository, couchbase, files);
            List<Callable<Boolean>> checks = new ArrayList<>();
            checksOf(plans).forEach((service, workloads) -> {
                String name = "service-" + checks.size();
                checks.add(() -> {
                    Launch launch = Launch.jar(name, java.java(), Variants.JVM_FLAGS, service.jar())
                            .with(service.arguments())
                            .with(couchbase.argumentsFor(name));
                    Path own = Files.createDirectories(directory.resolve(name));
                    try (ServiceProcess process = ServiceProcess.start(launch, own, children)) {
                        check(process, workloads.values());
                        return true;
                    }
                });
            });
            assertThat(checks).hasSizeGreaterThan(10);
            for (Future<Boolean> checked : threads.invokeAll(checks)) {
                assertThat(checked.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Map<Service, Map<String, Workload>> checksOf(Plans plans) {
        Map<Service, Map<String, Workload>> checks = new LinkedHashMap<>();
        for (Experiment experiment : plans.full(plans.variants().tuned())) {
            for (Variant variant : experiment.variants()) {
                Map<String, Workload> workloads = checks.computeIfAbsent(
                        new Service(variant.jar(), variant.arguments()), service -> new LinkedHashMap<>());
                experiment.workloads().forEach(each -> workloads.putIfAbsent(each.name(), each));
            }
        }
        return checks;
    }

    private static void check(ServiceProcess process, Collection<Workload> workloads) throws Exception {
        process.awaitReady("/hello", START_TIMEOUT);
        for (Workload workload : workloads) {
            workload.begin(process);
            workload.check(process);
            workload.end(process);
        }
    }
}
