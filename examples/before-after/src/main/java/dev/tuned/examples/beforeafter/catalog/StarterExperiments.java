/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.tuned.bench.process.Variant;
import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Workload;
import dev.tuned.bench.statistics.Claim.Condition;
import dev.tuned.bench.statistics.Metric;

/**
 * The workloads with what is claimed of the starters, and the comparisons that only measure.
 *
 * @param variants the executables
 */
public record StarterExperiments(Variants variants) {

    private static final String STOCK = Variants.STOCK;
    private static final String PROPERTY = Variants.PROPERTY;
    private static final String THREADS = "threads";

    /** Of five texts stock makes five temporary files. */
    private static final Condition CPU_OF_FORMS = new Condition(Metric.CPU, 0.5);

    /** What a temporary file costs depends on the machine's file system: 0.45 to 0.73 were measured. */
    private static final Condition CPU_OF_UPLOADS = new Condition(Metric.CPU, 0.9);

    /** Stock writes a body to a temporary file before it is stored. */
    private static final Condition WRITTEN_BY_STREAMS = new Condition(Metric.WRITTEN, 0.6);

    private static final Condition RATE_OF_LONG_WAITS = new Condition(Metric.RATE, 1.7);

    /** The larger a file, the more of its cost is that of its bytes. */
    private static final Condition CPU_OF_LARGE_FILES = new Condition(Metric.CPU, 0.7);

    private static final Condition CPU_OF_FILES = new Condition(Metric.CPU, 0.8);

    /** The classes, threads and buffers of the starters. */
    private static final double RESIDENT = 1.35;

    /** Five times as many threads, each with its stack and the buffers of its request: 1.7 to 2.05 was measured. */
    private static final double MORE_THREADS = 2.5;

    /** Buffers of more requests at once: 2.0 was measured. */
    private static final double MORE_BUFFERS = 3;

    /** A small file is in memory instead of in a temporary file. */
    private static final double SMALL_FILES = 1.5;

    /** A file of 500 KB is in memory instead: most of what its request allocates. */
    private static final double FILES = 10;

    private static final double COLLECTED_FILES = 20;

    private static final Map<Metric, Double> GROWN = Map.of(Metric.RSS, MORE_THREADS, Metric.ALLOCATED, MORE_BUFFERS);

    /**
     * Creates the experiments.
     *
     * @param files the directory of the static files
     */
    public static StarterExperiments of(Repository repository, Path files) {
        return new StarterExperiments(new Variants(repository, files));
    }

    /** Experiments to look at, which cannot run. */
    public static StarterExperiments listed(Repository repository) {
        return of(repository, Path.of(""));
    }

    /** The variants, and the last of them with a pool that grows, where that is another. */
    private List<Variant> withGrowing(List<Variant> some) {
        Variant growing = variants.growing(some.get(some.size() - 1));
        return Stream.concat(some.stream(), Stream.of(growing)).distinct().toList();
    }

    /** The same rows with the column of properties, and other baselines and workloads. */
    public List<Experiment> full(Variant after) {
        return List.of(withProperties(after), asFound(), others(after), logging(after), streaming());
    }

    /** A full run reduced to the workloads of some names. */
    public List<Experiment> only(List<String> names, Variant after) {
        return full(after).stream()
                .map(experiment -> only(names, experiment))
                .filter(experiment -> !experiment.comparisons().isEmpty())
                .toList();
    }

    /** The part of an experiment with some workloads; the first variant always takes part. */
    private static Experiment only(List<String> workloads, Experiment experiment) {
        List<Comparison> some = experiment.comparisons().stream()
                .filter(each -> workloads.contains(each.workload().name()))
                .toList();
        List<Variant> needed = experiment.variants().stream()
                .filter(variant -> variant.name().equals(experiment.first())
                        || some.stream().anyMatch(each -> each.compares(variant.name())))
                .toList();
        return new Experiment(experiment.name(), needed, some);
    }

    /** The workloads of a full run, each once, by their names. */
    public Map<String, Workload> byName() {
        Map<String, Workload> byName = new LinkedHashMap<>();
        full(variants.dependency()).stream()
                .flatMap(experiment -> experiment.workloads().stream())
                .forEach(workload -> byName.putIfAbsent(workload.name(), workload));
        return byName;
    }

    private static Comparison withStock(String title, Workload workload, String after) {
        return Comparison.of(title, workload, STOCK, after);
    }

    private Experiment withProperties(Variant after) {
        List<Comparison> comparisons = rows(after).stream()
                .flatMap(row -> Stream.of(
                        row,
                        withStock(row.title() + ": the property", row.workload(), PROPERTY)
                                .unjudged(),
                        Comparison.of(row.title() + ": beyond the property", row.workload(), PROPERTY, row.after())
                                .unjudged()))
                .toList();
        return new Experiment(
                "default", withGrowing(List.of(variants.stock(), variants.bestProperties(), after)), comparisons);
    }

    /** The code and configuration that the field reports began with, against stock. */
    private Experiment asFound() {
        Variant found = variants.asFound();
        return new Experiment(
                "as-found",
                List.of(variants.stock(), found),
                Stream.of(Workloads.upload5k(), Workloads.orders("orders", Catalog.ITEMS))
                        .map(workload ->
                                withStock(found.name(), workload, found.name()).unjudged())
                        .toList());
    }

    private Experiment others(Variant after) {
        String name = after.name();
        List<Comparison> comparisons = Stream.of(
                        withStock("hello", Workloads.hello(), name),
                        withStock("form fields", Workloads.formFields(), name).claiming(CPU_OF_FORMS),
                        withStock("upload of 500 KB", Workloads.upload500k(), name)
                                .claiming(CPU_OF_UPLOADS)
                                .accepting(Map.of(Metric.ALLOCATED, FILES, Metric.GC_PAUSE, COLLECTED_FILES)),
                        withStock("one log line", Workloads.orders("orders-1", 1), name),
                        withStock("long log line", Workloads.longOrders(), name),
                        withStock("logged exception", Workloads.undeliverableOrders(), name),
                        withStock(
                                        "threads, 50 ms",
                                        Workloads.slow(),
                                        variants.growing(after).name())
                                .accepting(GROWN),
                        withStock("files of 100 KB", Workloads.files100k(), name)
                                .claiming(CPU_OF_FILES),
                        withStock("files of 2 MB", Workloads.files2m(), name).claiming(CPU_OF_LARGE_FILES))
                .map(each -> each.accepting(Map.of(Metric.RSS, RESIDENT)))
                .toList();
        return new Experiment("others", withGrowing(List.of(variants.stock(), after)), comparisons);
    }

    private List<Comparison> rows(Variant tuned) {
        String after = tuned.name();
        return Stream.of(
                        withStock("upload", Workloads.upload5k(), after)
                                .claiming(CPU_OF_UPLOADS)
                                .accepting(Map.of(Metric.ALLOCATED, SMALL_FILES)),
                        withStock("logging", Workloads.orders("orders", Catalog.ITEMS), after)
                                .claiming(),
                        threads(tuned))
                .map(row -> row.accepting(Map.of(Metric.RSS, RESIDENT)))
                .toList();
    }

    /** A pool that grows: on every Java, and only as far as more requests are answered. */
    private Comparison threads(Variant after) {
        return withStock(THREADS, Workloads.verySlow(), variants.growing(after).name())
                .claiming(RATE_OF_LONG_WAITS)
                .accepting(GROWN);
    }

    /** The field report's Logback file with its fix, and no logging at all. */
    private Experiment logging(Variant after) {
        Variant fixed = variants.stockLoggingAs("the report's file after its fix", "logback-s2-after.xml");
        Variant off = variants.stockLoggingAs("no logging", "logback-off.xml");
        Workload orders = Workloads.orders("orders-baselines", Catalog.ITEMS);
        return new Experiment(
                "logging",
                List.of(variants.stock(), fixed, off, after),
                Stream.of(fixed, off)
                        .map(baseline -> Comparison.of("logging", orders, baseline.name(), after.name())
                                .unjudged())
                        .toList());
    }

    private Experiment streaming() {
        String after = Variants.DEPENDENCY;
        return new Experiment(
                "streaming",
                List.of(variants.streaming(STOCK), variants.streaming(after)),
                List.of(
                        withStock("streaming of 500 KB", Workloads.stream500k(), after)
                                .claiming(CPU_OF_UPLOADS)
                                .accepting(Map.of(Metric.RSS, RESIDENT)),
                        withStock("streaming of 64 MB", Workloads.stream64m(), after)
                                .claiming(CPU_OF_UPLOADS, WRITTEN_BY_STREAMS)
                                .accepting(Map.of(Metric.RSS, RESIDENT))));
    }
}
