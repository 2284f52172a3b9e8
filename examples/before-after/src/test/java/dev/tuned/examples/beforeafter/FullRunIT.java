/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;
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

    private record Service(Path jar, List<String> arguments, List<String> jvmFlags) {}

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
        try (Children children = new Children();
                LocalCouchbase couchbase = new LocalCouchbase(
                        repository.couchbase(java.java()), directory.resolve("couchbase"), children)) {
            couchbase.start();
            Plans plans = new Plans(repository, couchbase, files);
            Map<Service, List<Workload>> checks = new LinkedHashMap<>();
            for (Experiment experiment : plans.full(plans.variants().tuned())) {
                for (Variant variant : experiment.variants()) {
                    checks.computeIfAbsent(
                                    new Service(variant.jar(), variant.arguments(), variant.jvmFlags()),
                                    service -> new ArrayList<>())
                            .addAll(experiment.workloads());
                }
            }
            int number = 0;
            for (Map.Entry<Service, List<Workload>> each : checks.entrySet()) {
                number++;
                check(java, couchbase, "service-" + number, each.getKey(), each.getValue(), children);
            }
            assertThat(number).isGreaterThan(15);
        }
    }

    private void check(
            JavaRuntime java,
            LocalCouchbase couchbase,
            String name,
            Service service,
            List<Workload> workloads,
            Children children)
            throws Exception {
        Launch launch = Launch.jar(name, java.java(), service.jvmFlags(), service.jar())
                .with(service.arguments())
                .with(couchbase.argumentsFor(name));
        Path own = Files.createDirectories(directory.resolve(name));
        try (ServiceProcess process = ServiceProcess.start(launch, own, children)) {
            process.awaitReady("/hello", START_TIMEOUT);
            for (Workload workload : workloads) {
                workload.begin(process);
                workload.check(process);
                workload.end(process);
            }
        }
    }
}
