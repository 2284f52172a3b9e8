/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;
import dev.tuned.examples.beforeafter.catalog.Variants;

import static org.assertj.core.api.Assertions.assertThat;

/** A full run takes an hour; that each of its services starts and answers takes minutes. */
@Tag("nightly")
class FullRunIT {

    /** Two services at a time, one for each core. */
    private static final int AT_ONCE = 2;

    /** A service by what it is started with; JVM flags are left out, since they change no answer. */
    private record Service(Path jar, List<String> arguments) {}

    @TempDir
    Path directory;

    @Test
    void everyServiceOfAFullRunStartsAndAnswers() throws Exception {
        Repository repository = new Repository(Path.of("../..").toAbsolutePath().normalize());
        JavaRuntime java = JavaRuntime.newest();
        Path files = Files.createDirectories(directory.resolve("files"));
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try (Children children = new Children();
                LocalCouchbase couchbase =
                        new LocalCouchbase(repository.couchbase(java), directory.resolve("couchbase"), children)) {
            couchbase.start();
            StarterExperiments starters = StarterExperiments.of(repository, files);
            List<Callable<Boolean>> checks = new ArrayList<>();
            services(starters).forEach(service -> {
                String name = "service-" + checks.size();
                checks.add(() -> {
                    Variant started = new Variant(name, service.jar(), service.arguments(), Variants.JVM_FLAGS, java)
                            .with(couchbase.argumentsFor(name).toArray(String[]::new));
                    try (ServiceProcess process = ServiceProcess.start(started, directory.resolve(name), children)) {
                        process.awaitReady("/hello");
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

    private static Set<Service> services(StarterExperiments starters) {
        return starters.full(starters.variants().dependency()).stream()
                .flatMap(experiment -> experiment.variants().stream())
                .map(variant -> new Service(variant.jar(), variant.arguments()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
