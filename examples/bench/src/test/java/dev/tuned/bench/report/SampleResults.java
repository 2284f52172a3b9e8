/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.ClaimResult;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.ConditionResult;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.Latency;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.result.TradeOff;
import dev.tuned.bench.statistics.Claim.Condition;
import dev.tuned.bench.statistics.ClaimVerdict;
import dev.tuned.bench.statistics.Metric;

/** Results of runs that never took place. */
public final class SampleResults {

    static final Metric BACKEND_CALLS = Metric.BACKEND_CALLS;

    private static final Control CONTROL = new Control(
            "stock", "stock control", "CPU per request over all workloads", 1.01, 0.96, 1.07, 0.94, 1.09, true, null);

    private Outcome outcome = Outcome.CONFIRMED;
    private String sentence = "4 of 4 claims confirmed; trade-off: upload allocation ×1.4";
    private Map<String, String> settings = Map.of();
    private @Nullable String problem;
    private @Nullable Control control = CONTROL;
    private final List<ComparisonResult> comparisons = new ArrayList<>();
    private final List<RowResult> rows = new ArrayList<>();

    /** One of each kind. */
    public static Stream<Results> all() {
        return Stream.of(
                        empty(),
                        confirmed(),
                        inconclusive(),
                        refuted(),
                        tradeOffExceeded(),
                        voided(),
                        interrupted(),
                        ofOneService(),
                        ofThirty(),
                        withoutClaims(30),
                        ofRows(),
                        ugly())
                .map(SampleResults::build);
    }

    static SampleResults empty() {
        return new SampleResults();
    }

    /** Four claims, all confirmed, and two comparisons without one. */
    static SampleResults confirmed() {
        return empty().with(
                        upload(),
                        logging(),
                        cache(),
                        threads(),
                        unclaimed("hello", 1.02),
                        unclaimed("static files", 0.97));
    }

    /** Rows of each kind: held by no property, as by a property, not held, and not finished. */
    public static SampleResults ofRows() {
        SampleResults results = empty().control(null);
        results.rows.addAll(List.of(
                row("slow-forms", "upload", "Slow uploads neither fill the memory nor the disk", true, false),
                row("small-forms", "upload", "A form <b>with</b> a file of 5 KB costs less", true, true),
                row("unread-console", "logging", "Requests are answered while nobody reads the log", false, false),
                row(
                        "changed-products",
                        "cache",
                        "Instances with a cache in memory agree, whatever it is that changes in one of them, and at once",
                        true,
                        false)));
        return results.outcome(Outcome.REFUTED, "2 of 4 rows held, and by no property");
    }

    private static RowResult row(String name, String starter, String title, boolean held, boolean property) {
        List<Boolean> never = List.of(false, false, false);
        List<Boolean> always = List.of(true, true, true);
        return new RowResult(
                name,
                starter,
                title,
                "180 forms come",
                columns("catalog-stock.jar", "catalog-stock.jar --a=b", "catalog-tuned.jar"),
                3,
                List.of(new RowResult.Counted(
                        "answered",
                        "forms answered",
                        columns(List.of(180.0, 180.0, 180.0), List.of(0.0, 12.0, 0.0), List.of(180.0, 180.0, 179.0)))),
                List.of(new RowResult.Condition("forms answered is 180", held ? always : never)),
                columns(never, property ? always : never, held ? always : never),
                columns(
                        new RowResult.Shown(180, "180 of 180 answered", false),
                        new RowResult.Shown(4, "out of memory, and whatever else there is to say", !property),
                        new RowResult.Shown(0, "0 of 180 answered", false)));
    }

    private static <T> Map<String, T> columns(T stock, T property, T tuned) {
        Map<String, T> columns = new LinkedHashMap<>();
        columns.put(RowResult.STOCK, stock);
        columns.put(RowResult.PROPERTY, property);
        columns.put(RowResult.TUNED, tuned);
        return columns;
    }

    public static SampleResults inconclusive() {
        return confirmed()
                .replace(
                        1,
                        new Sample("logging", "log-line")
                                .claim(Metric.CPU, 0.8, 0.74, 0.61, 0.9, ClaimVerdict.INCONCLUSIVE, 0.61)
                                .build())
                .outcome(
                        Outcome.INCONCLUSIVE,
                        "3 of 4 claims confirmed, logging inconclusive: this run could have shown 0.61");
    }

    static SampleResults refuted() {
        return confirmed()
                .replace(
                        0,
                        new Sample("upload", "upload-500k")
                                .claim(Metric.CPU, 0.7, 1.31, 1.12, 1.52, ClaimVerdict.REFUTED, null)
                                .build())
                .outcome(
                        Outcome.REFUTED,
                        "upload refuted: CPU per request 1.31 of stock, claimed ≤ 0.7; 3 of 4 claims confirmed");
    }

    static SampleResults tradeOffExceeded() {
        return confirmed()
                .replace(
                        0,
                        new Sample("upload", "upload-500k")
                                .claim(Metric.CPU, 0.7, 0.29, 0.22, 0.38, ClaimVerdict.CONFIRMED, null)
                                .tradeOff(Metric.ALLOCATED, 3.4, 2.0, false)
                                .tradeOff(Metric.RSS, 1.3, null, false)
                                .build())
                .outcome(
                        Outcome.TRADE_OFF,
                        "4 of 4 claims confirmed, but the trade-off of upload is beyond what is declared: allocation ×3.4");
    }

    public static SampleResults voided() {
        return confirmed()
                .control(new Control(
                        "stock",
                        "stock control",
                        "CPU per request over all workloads",
                        1.38,
                        1.12,
                        1.71,
                        1.04,
                        1.84,
                        false,
                        "Other processes used 1.3 cores during launch 2; the load client stalled for 240 ms."))
                .outcome(Outcome.INVALID, "invalid run: the control instance failed, other processes used 1.3 cores");
    }

    public static SampleResults interrupted() {
        return empty().with(upload())
                .control(null)
                .problem("catalog-tuned ended with exit code 137\n  at launch 2 of 5 <killed>")
                .outcome(Outcome.INVALID, "invalid run: the run did not come to its end");
    }

    static SampleResults ofOneService() {
        return empty().with(unclaimed("shop.http", 0.93))
                .outcome(Outcome.INCONCLUSIVE, "nothing was claimed; CPU per request 0.93 of old.jar");
    }

    static SampleResults ofThirty() {
        SampleResults many = confirmed();
        IntStream.range(0, 24).forEach(index -> many.with(unclaimed("workload " + index, 0.6 + index * 0.05)));
        return many;
    }

    static SampleResults withoutClaims(int comparisons) {
        SampleResults many = empty().outcome(Outcome.INCONCLUSIVE, "nothing was claimed");
        IntStream.range(0, comparisons).forEach(index -> many.with(unclaimed("workload " + index, 0.6 + index * 0.05)));
        return many;
    }

    /**
     * What is hard to draw: extreme ratios, bounds at the ends of intervals, names that are too long or look like
     * markup.
     */
    public static SampleResults ugly() {
        String longName = "a comparison with-a-name-that-is-much-too-long-for-any-column-of-any-report-there-is";
        return empty().with(
                        new Sample(longName, "a workload with a name that is as long as that of the comparison itself")
                                .claim(Metric.CPU, 0.0011, 0.001, 0.0009, 0.0011, ClaimVerdict.CONFIRMED, null)
                                .claim(BACKEND_CALLS, 0.5, null, null, null, ClaimVerdict.INCONCLUSIVE, null)
                                .tradeOff(Metric.ERRORS, null, null, false)
                                .tradeOff(Metric.GC_PAUSE, 12.34, 20.0, true)
                                .tradeOff(Metric.P99, 2.5, 3.0, true)
                                .tradeOff(Metric.RSS, 1.5, 2.0, true)
                                .variants(
                                        "spring-boot-4.0.7-with-all-of-its-defaults",
                                        "spring-boot-4.0.7-with-every-starter-of-this-project")
                                .build(),
                        new Sample("<script>alert(1)</script>", "a & \"b\"")
                                .claim(Metric.RATE, 390, 500.0, 390.0, 640.0, ClaimVerdict.CONFIRMED, null)
                                .withoutLatency()
                                .build(),
                        new Sample("zero", "zero")
                                .claim(Metric.CPU, 0.7, 0.0, null, null, ClaimVerdict.INCONCLUSIVE, 0.3)
                                .build(),
                        new Sample("one launch", "one launch")
                                .claim(Metric.P50, 0.3, 0.302, null, null, ClaimVerdict.INCONCLUSIVE, null)
                                .build())
                .outcome(Outcome.INCONCLUSIVE, "2 of 4 claims confirmed <script>");
    }

    SampleResults with(ComparisonResult... more) {
        comparisons.addAll(List.of(more));
        return this;
    }

    SampleResults replace(int index, ComparisonResult comparison) {
        comparisons.set(index, comparison);
        return this;
    }

    SampleResults outcome(Outcome outcome, String sentence) {
        this.outcome = outcome;
        this.sentence = sentence;
        return this;
    }

    SampleResults control(@Nullable Control control) {
        this.control = control;
        return this;
    }

    SampleResults problem(String problem) {
        this.problem = problem;
        return this;
    }

    /** The same as compare writes it. */
    SampleResults ofCompare() {
        this.settings = Map.of("requests", "shop.http (1)");
        return this;
    }

    public Results build() {
        return new Results(
                Results.SCHEMA,
                new Machine(
                        2,
                        24105,
                        "Linux 6.18.44 amd64",
                        "25.0.3 (Eclipse Adoptium)",
                        "-Xms512m -Xmx512m",
                        "17.0.15 (Debian)",
                        0.41),
                "52d3ec490014",
                "java -jar examples/before-after/target/before-after.jar",
                "2026-11-22T05:36:16Z",
                167.6,
                problem,
                outcome,
                sentence,
                control,
                comparisons,
                settings,
                List.<Measurement>of(),
                rows,
                null);
    }

    static ComparisonResult upload() {
        return sampleUpload().build();
    }

    private static Sample sampleUpload() {
        return new Sample("upload", "upload-500k")
                .what("POST, a multipart form with a file of 500 KB")
                .claim(Metric.CPU, 0.7, 0.29, 0.22, 0.38, ClaimVerdict.CONFIRMED, null)
                .tradeOff(Metric.ALLOCATED, 1.4, 2.0, true);
    }

    static ComparisonResult logging() {
        return new Sample("logging", "log-lines")
                .what("GET, 20 lines of log with caller data")
                .claim(Metric.CPU, 0.8, 0.62, 0.5, 0.75, ClaimVerdict.CONFIRMED, null)
                .build();
    }

    static ComparisonResult cache() {
        return sampleCache().build();
    }

    private static Sample sampleCache() {
        return new Sample("cache", "read-product")
                .what("GET, one of 1,000 products, Couchbase 19 ms away")
                .claim(BACKEND_CALLS, 0.5, 0.09, 0.084, 0.099, ClaimVerdict.CONFIRMED, null)
                .claim(Metric.P50, 0.3, 0.091, 0.087, 0.098, ClaimVerdict.CONFIRMED, null);
    }

    static ComparisonResult threads() {
        return sampleThreads().build();
    }

    private static Sample sampleThreads() {
        return new Sample("threads", "slow-downstream")
                .what("GET, waits 50 ms for another service")
                .load("1000 connections")
                .claim(Metric.RATE, 1.7, 2.9, 2.1, 3.9, ClaimVerdict.CONFIRMED, null);
    }

    static ComparisonResult unclaimed(String title, double cpu) {
        return new Sample(title, title)
                .metric(Metric.CPU, cpu, cpu / 1.08, cpu * 1.08)
                .build();
    }

    /** A comparison in the making. */
    static final class Sample {

        private final String title;
        private final String workload;
        private final List<ConditionResult> conditions = new ArrayList<>();
        private final List<TradeOff> tradeOffs = new ArrayList<>();
        private final List<MetricResult> metrics = new ArrayList<>();
        private String what = "GET, 5 bytes back";
        private String load = "16 connections";
        private String before = "stock";
        private String after = "tuned";
        private boolean latency = true;

        Sample(String title, String workload) {
            this.title = title;
            this.workload = workload;
        }

        Sample claim(
                Metric metric,
                double bound,
                @Nullable Double ratio,
                @Nullable Double low,
                @Nullable Double high,
                ClaimVerdict verdict,
                @Nullable Double seen) {
            String text = metric.label() + " " + new Condition(metric, bound).text();
            conditions.add(new ConditionResult(metric.key(), text, bound, ratio, low, high, verdict, seen));
            return metric(metric, ratio, low, high);
        }

        Sample metric(Metric metric, @Nullable Double ratio, @Nullable Double low, @Nullable Double high) {
            double before = ratio == null ? 0 : metric == Metric.RATE ? 3_650 : 416.3;
            double after = ratio == null ? 3 : before * ratio;
            metrics.add(new MetricResult(
                    metric.key(),
                    metric.label(),
                    metric.higherIsBetter(),
                    before,
                    after,
                    ratio,
                    low,
                    high,
                    null,
                    null,
                    launches(before, 1.06),
                    launches(after, 0.95),
                    null));
            return this;
        }

        private static List<Double> launches(double typical, double spread) {
            return DoubleStream.of(1, -0.6, 0.3, -1.1, 0.4)
                    .mapToObj(power -> typical * Math.pow(spread, power))
                    .toList();
        }

        Sample tradeOff(Metric metric, @Nullable Double ratio, @Nullable Double accepted, boolean declared) {
            Double low = ratio == null ? null : ratio * 0.9;
            Double high = ratio == null ? null : ratio * 1.1;
            double before = ratio == null ? 0 : 1_234_567;
            double after = ratio == null ? 3 : before * ratio;
            tradeOffs.add(
                    new TradeOff(metric.key(), metric.label(), before, after, ratio, low, high, accepted, declared));
            return this;
        }

        Sample what(String what) {
            this.what = what;
            return this;
        }

        Sample load(String load) {
            this.load = load;
            return this;
        }

        Sample variants(String before, String after) {
            this.before = before;
            this.after = after;
            return this;
        }

        Sample withoutLatency() {
            latency = false;
            return this;
        }

        ComparisonResult build() {
            if (metrics.stream().noneMatch(metric -> metric.key().equals(Metric.ALLOCATED.key()))) {
                metric(Metric.ALLOCATED, 1.05, 0.98, 1.12);
                metric(Metric.P99, 0.8, 0.6, 1.1);
                metric(Metric.ERRORS, null, null, null);
            }
            return new ComparisonResult(
                    title,
                    workload,
                    what,
                    load,
                    before,
                    after,
                    5,
                    conditions.isEmpty() ? null : new ClaimResult(verdict(), conditions),
                    tradeOffs,
                    metrics,
                    latency ? latency(8, 0.7) : null,
                    latency ? latency(1.3, 0.9) : null);
        }

        private ClaimVerdict verdict() {
            List<ClaimVerdict> verdicts =
                    conditions.stream().map(ConditionResult::verdict).distinct().toList();
            return verdicts.contains(ClaimVerdict.REFUTED)
                    ? ClaimVerdict.REFUTED
                    : verdicts.size() == 1 ? verdicts.get(0) : ClaimVerdict.INCONCLUSIVE;
        }

        private static Latency latency(double median, double growth) {
            return new Latency(
                    48_213,
                    DoubleStream.of(0, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 100)
                            .mapToObj(percentile -> new Latency.Point(
                                    percentile,
                                    median
                                            * Math.pow(
                                                    10, growth * (-Math.log10(1.00001 - percentile / 100) / 2 - 0.15))))
                            .toList());
        }
    }
}
