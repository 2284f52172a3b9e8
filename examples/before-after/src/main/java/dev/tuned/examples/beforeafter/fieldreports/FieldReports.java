/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.fieldreports;

import java.util.List;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.catalog.Catalog;
import dev.tuned.examples.beforeafter.catalog.Variants;
import dev.tuned.examples.beforeafter.catalog.Workloads;
import dev.tuned.examples.beforeafter.run.Comparison;
import dev.tuned.examples.beforeafter.run.Experiment;
import dev.tuned.examples.beforeafter.run.LoadWorkload;
import dev.tuned.examples.beforeafter.run.Variant;
import dev.tuned.examples.beforeafter.run.Workload;

/**
 * The tuned service compared with itself, one thing changed: the connectors and collectors of one field report, and what another
 * did to its heap per request. They answer what a setting is worth and claim nothing.
 *
 * @param variants the executables
 */
public record FieldReports(Variants variants) {

    private static final String NO_OBSERVATIONS = "--management.observations.enable.http.server.requests=false";
    private static final String KEEP_ALIVE = "--server.tomcat.max-keep-alive-requests=-1";
    private static final String PLATFORM = "--tuned.threads.web.mode=platform";

    /** A product of JDK 25; older ones leave the flag alone. */
    private static final String[] COMPACT_HEADERS = {"-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseCompactObjectHeaders"
    };

    public List<Experiment> experiments() {
        return List.of(connectors(), collectors(), heapPerRequest());
    }

    private Experiment connectors() {
        Variant nio = variants.tuned().named("nio").with(PLATFORM);
        Variant nio2 = variants.tuned().named("nio2").with(PLATFORM, "--catalog.connector=nio2");
        return new Experiment(
                "connectors",
                List.of(nio, nio2),
                Stream.of(
                                Workloads.hello().named("connectors-hello"),
                                Workloads.slow().named("connectors-slow"),
                                Workloads.files100k().named("connectors-files"))
                        .map(workload -> Comparison.of("connectors", workload, nio.name(), nio2.name())
                                .forReference())
                        .toList());
    }

    private Experiment collectors() {
        Variant g1 = variants.tuned().named("g1").withJvmFlags("-XX:+UseG1GC");
        List<Variant> others = List.of(
                variants.tuned().named("serial").withJvmFlags("-XX:+UseSerialGC"),
                variants.tuned().named("parallel").withJvmFlags("-XX:+UseParallelGC"),
                variants.tuned().named("zgc").withJvmFlags("-XX:+UseZGC"),
                g1.named("g1, compact headers").withJvmFlags(COMPACT_HEADERS));
        return compared("collectors", g1, others, orders("collectors", Workloads.MANY));
    }

    private Experiment heapPerRequest() {
        Variant tuned = variants.tuned();
        List<Variant> levers = List.of(
                tuned.named("without the threads starter").with("--tuned.threads.enabled=false"),
                tuned.named("no observations").with(NO_OBSERVATIONS),
                tuned.named("compact headers").withJvmFlags(COMPACT_HEADERS),
                tuned.named("keep-alive unlimited").with(KEEP_ALIVE),
                tuned.named("all of them, platform threads")
                        .with(PLATFORM, NO_OBSERVATIONS, KEEP_ALIVE)
                        .withJvmFlags(COMPACT_HEADERS));
        return compared("heap-per-request", tuned, levers, orders("heap-per-request", Workloads.SOME));
    }

    private static Experiment compared(String name, Variant base, List<Variant> others, Workload workload) {
        return new Experiment(
                name,
                Stream.concat(Stream.of(base), others.stream()).toList(),
                others.stream()
                        .map(other -> Comparison.of(name, workload, base.name(), other.name())
                                .forReference())
                        .toList());
    }

    private static Workload orders(String name, int connections) {
        return LoadWorkload.closed(
                name, "POST of an order that logs 2 lines", Catalog.orders(1), connections, 4000, 4000);
    }
}
