/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.tuned.bench.result.Alternative;
import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Variant;
import dev.tuned.bench.run.Workload;
import dev.tuned.bench.statistics.Claim.Condition;
import dev.tuned.bench.statistics.Metric;

/**
 * The claims made of the starters, and the comparisons that only measure. Of logging nothing is claimed.
 *
 * @param variants the executables
 * @param workloads the workloads
 * @param javaFeature the feature release of the services' Java, such as 25
 */
public record StarterExperiments(Variants variants, Workloads workloads, int javaFeature) {

    /**
     * The first Java on which the starter uses virtual threads: they release their carrier inside {@code synchronized}.
     */
    private static final int VIRTUAL_THREADS_SINCE = 24;

    private static final String STOCK = Variants.STOCK;
    private static final String PROPERTY = Variants.PROPERTY;

    /** The classes, threads and buffers of the starters. */
    private static final double RESIDENT = 1.35;

    /** Virtual threads have their stacks in the heap. */
    private static final double STACKS = 3.5;

    /** A service that has just started compiles again what runs on virtual threads. */
    private static final double COMPILED_AGAIN = 1.5;

    /** A default run: a row for each starter. */
    public Experiment standard(Variant after) {
        return new Experiment("default", List.of(variants.stock(), after), rows(after.name()));
    }

    /** The same rows with the column of properties, and other baselines and workloads. */
    public List<Experiment> full(Variant after) {
        return List.of(withProperties(after), asFound(), others(after), logging(after), streaming());
    }

    private Experiment withProperties(Variant after) {
        List<Comparison> comparisons = rows(after.name()).stream()
                .flatMap(row -> Stream.of(
                        row,
                        Comparison.of(row.title() + ": the property", row.workload(), STOCK, PROPERTY)
                                .forReference(),
                        Comparison.of(row.title() + ": beyond the property", row.workload(), PROPERTY, row.after())
                                .forReference()))
                .toList();
        return new Experiment("default", List.of(variants.stock(), variants.bestProperties(), after), comparisons);
    }

    /** The code and configuration that the field reports began with, against stock. */
    private Experiment asFound() {
        return new Experiment(
                "as-found",
                List.of(variants.stock(), variants.asFound()),
                Stream.of(Workloads.upload5k(), Workloads.orders("orders", Catalog.ITEMS))
                        .map(workload -> Comparison.of(
                                        "as the reports found it",
                                        workload,
                                        STOCK,
                                        variants.asFound().name())
                                .forReference())
                        .toList());
    }

    private Experiment others(Variant after) {
        String name = after.name();
        List<Comparison> comparisons = Stream.of(
                        Comparison.of("hello", Workloads.hello(), STOCK, name),
                        Comparison.of("form fields", Workloads.formFields(), STOCK, name)
                                .claiming(new Condition(Metric.CPU, 0.5)),
                        Comparison.of("upload of 500 KB", Workloads.upload500k(), STOCK, name)
                                .claiming(new Condition(Metric.CPU, 0.7))
                                .accepting(heapForFiles()),
                        Comparison.of("cache, Couchbase near", workloads.nearProducts(), STOCK, name)
                                .claiming(new Condition(Metric.BACKEND_CALLS, 0.5)),
                        Comparison.of("one log line", Workloads.orders("orders-1", 1), STOCK, name),
                        Comparison.of("long log line", Workloads.longOrders(), STOCK, name),
                        Comparison.of("logged exception", Workloads.undeliverableOrders(), STOCK, name),
                        claimingRate(Comparison.of("threads, 50 ms", Workloads.slow(), STOCK, name), 1.2)
                                .accepting(Map.of(Metric.ALLOCATED, STACKS)),
                        Comparison.of("files of 100 KB", Workloads.files100k(), STOCK, name)
                                .claiming(new Condition(Metric.CPU, 0.8)),
                        Comparison.of("files of 2 MB", Workloads.files2m(), STOCK, name)
                                .claiming(new Condition(Metric.CPU, 0.7)))
                .map(each -> each.accepting(Map.of(Metric.RSS, RESIDENT)))
                .toList();
        return new Experiment("others", List.of(variants.stock(), after), comparisons);
    }

    /** The price of keeping a file in memory instead of in a temporary file. */
    private static Map<Metric, Double> heapForFiles() {
        return Map.of(Metric.ALLOCATED, 10.0, Metric.GC_PAUSE, 20.0, Metric.RSS, RESIDENT);
    }

    private List<Comparison> rows(String after) {
        return List.of(
                Comparison.of("upload", Workloads.upload5k(), STOCK, after)
                        .claiming(new Condition(Metric.CPU, 0.7))
                        .accepting(Map.of(Metric.ALLOCATED, 1.5, Metric.RSS, RESIDENT))
                        .beside(new Alternative(
                                Variants.FILE_SIZE_THRESHOLD,
                                "a budget for the memory of all uploads together, a parser that costs less, and limits that name"
                                        + " their property")),
                Comparison.of("logging", Workloads.orders("orders", Catalog.ITEMS), STOCK, after)
                        .claimingNothing()
                        .accepting(Map.of(Metric.RSS, RESIDENT))
                        .beside(new Alternative(
                                Variants.ASYNC_LOGGING,
                                "nothing that was accepted is lost on SIGTERM, callers do not wait for a disk that hangs, and what"
                                        + " is dropped is counted")),
                threads(after)
                        .accepting(Map.of(Metric.CPU, COMPILED_AGAIN, Metric.ALLOCATED, STACKS, Metric.RSS, RESIDENT)),
                Comparison.of("cache", workloads.farProducts(), STOCK, after)
                        .claiming(new Condition(Metric.P50, 0.5), new Condition(Metric.BACKEND_CALLS, 0.5))
                        .accepting(Map.of(Metric.ALLOCATED, 1.6, Metric.RSS, RESIDENT))
                        .beside(
                                new Alternative(
                                        Variants.CAFFEINE + " with a size and a TTL",
                                        "one call for concurrent misses without sync = true, and instances that notify each other")));
    }

    /** Below Java 24 requests stay on Tomcat's threads, so that only a gain for static files is claimed. */
    private Comparison threads(String after) {
        return usesVirtualThreads()
                ? Comparison.of("threads", Workloads.verySlow(), STOCK, after)
                        .claiming(new Condition(Metric.RATE, 1.7))
                        .beside(
                                new Alternative(
                                        Variants.VIRTUAL_THREADS,
                                        "a limit where you want one, each executor by itself, and static files without the heap"))
                : Comparison.of("threads, static files", Workloads.files100k(), STOCK, after)
                        .claiming(new Condition(Metric.CPU, 0.9))
                        .beside(new Alternative("", "files go from the page cache to the socket"));
    }

    private boolean usesVirtualThreads() {
        return javaFeature >= VIRTUAL_THREADS_SINCE;
    }

    private Comparison claimingRate(Comparison comparison, double bound) {
        return usesVirtualThreads()
                ? comparison.claiming(new Condition(Metric.RATE, bound))
                : comparison.claimingNothing();
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
                                .forReference())
                        .toList());
    }

    private Experiment streaming() {
        return new Experiment(
                "streaming",
                List.of(variants.streaming(STOCK), variants.streaming(Variants.DEPENDENCY)),
                List.of(
                        Comparison.of("streaming of 500 KB", Workloads.stream500k(), STOCK, Variants.DEPENDENCY)
                                .claiming(new Condition(Metric.CPU, 0.7))
                                .accepting(Map.of(Metric.RSS, RESIDENT)),
                        Comparison.of("streaming of 64 MB", Workloads.stream64m(), STOCK, Variants.DEPENDENCY)
                                .claiming(new Condition(Metric.CPU, 0.7), new Condition(Metric.WRITTEN, 0.6))
                                .accepting(Map.of(Metric.RSS, RESIDENT))));
    }
}
