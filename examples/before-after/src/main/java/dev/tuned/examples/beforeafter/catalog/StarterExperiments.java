/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.run.Comparison;
import dev.tuned.examples.beforeafter.run.Experiment;
import dev.tuned.examples.beforeafter.run.Variant;
import dev.tuned.examples.beforeafter.run.Workload;
import dev.tuned.examples.beforeafter.statistics.Claim.Condition;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * What is claimed of the four starters, and what else they change.
 *
 * @param variants the executables
 * @param workloads the workloads
 */
public record StarterExperiments(Variants variants, Workloads workloads) {

    private static final String AGAINST_CAFFEINE = "cache, against Caffeine";
    private static final String AGAINST_VIRTUAL_THREADS = "threads, against Boot's virtual threads";
    private static final String AGAINST_THE_REPORTS_FIX = "logging, against the report's own fix";

    private static final String STOCK = "stock";

    /** The classes, threads and buffers of the starters. */
    private static final double RESIDENT = 1.35;

    /** A default run: four claims, one for each starter. */
    public Experiment standard(Variant after) {
        return new Experiment("default", List.of(variants.stock(), after), claims(after.name()));
    }

    /**
     * Everything: the same claims, other baselines, other workloads. Who is compared with whom has had the same requests: a
     * service that has served more of them is warmer.
     */
    public List<Experiment> full(Variant after) {
        Experiment standard = standard(after);
        List<Comparison> claims = standard.comparisons();
        return List.of(
                standard,
                against(
                        variants.stockWithCaffeine(),
                        after,
                        AGAINST_CAFFEINE,
                        claims.get(3).workload()),
                against(
                        variants.stockWithVirtualThreads(),
                        after,
                        AGAINST_VIRTUAL_THREADS,
                        claims.get(2).workload()),
                against(
                        variants.stock(),
                        variants.naive(),
                        "naive",
                        claims.get(0).workload()),
                others(after),
                logging(after),
                outage(after),
                overload(after),
                streaming());
    }

    private static Experiment against(Variant baseline, Variant after, String name, Workload workload) {
        return new Experiment(
                name,
                List.of(baseline, after),
                List.of(Comparison.of(name, workload, baseline.name(), after.name())
                        .forReference()));
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
                        Comparison.of("threads, 50 ms", Workloads.slow(), STOCK, name)
                                .claiming(new Condition(Metric.RATE, 1.2))
                                .accepting(Map.of(Metric.ALLOCATED, 3.5)),
                        Comparison.of("files of 100 KB", Workloads.files100k(), STOCK, name)
                                .claiming(new Condition(Metric.CPU, 0.8)),
                        Comparison.of("files of 2 MB", Workloads.files2m(), STOCK, name)
                                .claiming(new Condition(Metric.CPU, 0.7)))
                .map(each -> each.accepting(Map.of(Metric.RSS, RESIDENT)))
                .toList();
        return new Experiment("others", List.of(variants.stock(), after), comparisons);
    }

    /** What a file in memory costs instead of a temporary file. */
    private static Map<Metric, Double> heapForFiles() {
        return Map.of(Metric.ALLOCATED, 10.0, Metric.GC_PAUSE, 20.0, Metric.RSS, RESIDENT);
    }

    private List<Comparison> claims(String after) {
        FullRun full = FullRun.of(variants.repository());
        return List.of(
                Comparison.of("upload", Workloads.upload5k(), STOCK, after)
                        .claiming(new Condition(Metric.CPU, 0.7))
                        .accepting(Map.of(Metric.ALLOCATED, 1.5, Metric.RSS, RESIDENT)),
                Comparison.of("logging", Workloads.orders("orders", Catalog.ITEMS), STOCK, after)
                        .claiming(new Condition(Metric.CPU, 0.8))
                        .accepting(Map.of(Metric.RSS, RESIDENT))
                        .noting("Against the field report's own fix: "
                                + full.quoted(AGAINST_THE_REPORTS_FIX, Metric.CPU, Metric.RATE) + "."),
                Comparison.of("threads", Workloads.verySlow(), STOCK, after)
                        .claiming(new Condition(Metric.RATE, 1.7))
                        .accepting(Map.of(Metric.ALLOCATED, 3.5, Metric.RSS, RESIDENT))
                        .noting("Against Spring Boot's own virtual threads: "
                                + full.quoted(AGAINST_VIRTUAL_THREADS, Metric.RATE, Metric.CPU) + "."),
                Comparison.of("cache", workloads.farProducts(), STOCK, after)
                        .claiming(new Condition(Metric.BACKEND_CALLS, 0.5), new Condition(Metric.P50, 0.5))
                        .accepting(Map.of(Metric.ALLOCATED, 1.6, Metric.RSS, RESIDENT))
                        .noting("Stock has no cache here. Against Spring Boot with its own Caffeine cache: "
                                + full.quoted(AGAINST_CAFFEINE, Metric.BACKEND_CALLS, Metric.P50) + "."));
    }

    /** The same orders after the field report's own fix, and without any logging. */
    private Experiment logging(Variant after) {
        Variant fixed = variants.stockLoggingAs("the report's fix", "logback-s2-after.xml");
        Variant off = variants.stockLoggingAs("no logging", "logback-off.xml");
        Workload orders = Workloads.orders("orders-baselines", Catalog.ITEMS);
        return new Experiment(
                "logging",
                List.of(fixed, off, after),
                List.of(
                        Comparison.of(AGAINST_THE_REPORTS_FIX, orders, fixed.name(), after.name())
                                .forReference(),
                        Comparison.of("logging, against none", orders, off.name(), after.name())
                                .forReference()));
    }

    /** Entries are kept for one second, so that they have expired while Couchbase is away, and may be served all the same. */
    private Experiment outage(Variant after) {
        Variant tuned = after.with("--tuned.cache.defaults.l1.ttl=1s", "--tuned.cache.defaults.stale-if-error=10m");
        return new Experiment(
                "couchbase",
                List.of(variants.stock(), tuned),
                List.of(
                        Comparison.of("new products", workloads.coldStart(), STOCK, after.name())
                                .claiming(new Condition(Metric.BACKEND_CALLS, 0.1))
                                .accepting(Map.of(Metric.RSS, RESIDENT, Metric.ALLOCATED, 1.5)),
                        Comparison.of("outage of Couchbase", workloads.outage(), STOCK, after.name())
                                .claiming(new Condition(Metric.ERRORS, 0.1))
                                .accepting(Map.of(Metric.RSS, RESIDENT))));
    }

    private Experiment overload(Variant after) {
        return new Experiment(
                "overload",
                List.of(variants.stock(), after.with("--tuned.threads.web.max-concurrency=32")),
                List.of(Comparison.of("overload", Workloads.overload(), STOCK, after.name())
                        .claiming(new Condition(Metric.P99, 0.2))
                        .accepting(Map.of(Metric.RSS, RESIDENT))));
    }

    private Experiment streaming() {
        return new Experiment(
                "streaming",
                List.of(variants.streaming(STOCK), variants.streaming("tuned")),
                List.of(
                        Comparison.of("streaming of 500 KB", Workloads.stream500k(), STOCK, "tuned")
                                .claiming(new Condition(Metric.CPU, 0.7))
                                .accepting(Map.of(Metric.RSS, RESIDENT)),
                        Comparison.of("streaming of 64 MB", Workloads.stream64m(), STOCK, "tuned")
                                .claiming(new Condition(Metric.CPU, 0.7), new Condition(Metric.WRITTEN, 0.6))
                                .accepting(Map.of(Metric.RSS, RESIDENT))));
    }
}
