/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.ArrayList;
import java.util.List;

import dev.tuned.examples.beforeafter.statistics.Claim;
import dev.tuned.examples.beforeafter.statistics.Metric;

/** All scenarios, in the order they are reported. */
public final class Scenarios {

    /** The scenarios that compare whole variants; those of the log family compare logging configurations. */
    private static final List<String> VARIANTS = List.of(
            "hello",
            "form-fields",
            "upload-5k",
            "upload-500k",
            "upload-stream-500k",
            "upload-stream-64m",
            "read-product",
            "read-product-19ms",
            "cold-start",
            "read-outage",
            "static-100k",
            "static-100k-50",
            "static-100k-300",
            "static-2m",
            "slow-downstream",
            "overload",
            "order-post",
            "order-post-1200");

    private static final List<String> FULL_ONLY = List.of(
            "form-fields",
            "upload-stream-500k",
            "log-off",
            "log-before",
            "log-after",
            "log-limit",
            "log-two",
            "log-long",
            "log-exception",
            "static-100k-50",
            "static-100k-300",
            "static-2m",
            "overload",
            "order-post-1200",
            "levers",
            "connectors",
            "collectors");

    /** The products of {@code read-outage}: their ids start so. */
    public static final String LIVE_PREFIX = "live";

    /** How many there are. */
    public static final int LIVE_PRODUCTS = 50;

    private static final int PAIR = 2;
    private static final int FEW = 8;
    private static final int SOME = 16;
    private static final int CROWD = 64;

    /** At 100 requests per second, none waits for another to be refused after a second. */
    private static final int ENOUGH_TO_WAIT = 128;

    private Scenarios() {}

    /** Every name that {@code --scenario} takes; a full run has them all. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(VARIANTS);
        names.addAll(names.indexOf("static-100k"), LogFamily.ROWS);
        names.addAll(Matrices.NAMES);
        return List.copyOf(names);
    }

    /** What a quick run has not, to have time for the others, unless {@code --scenario} names it. */
    public static List<String> fullOnly() {
        return FULL_ONLY;
    }

    static boolean comparesVariants(String name) {
        return VARIANTS.contains(name);
    }

    /** The scenario of a name from {@link #names()}. */
    static Scenario named(String name) {
        return switch (name) {
            case "hello" -> scenario(name, "GET, 5 bytes back", SOME, Workloads.hello(), notWorse());
            case "form-fields" -> scenario(name, "multipart, 5 text fields", SOME, Workloads.formFields(), better());
            case "upload-5k" -> scenario(name, "multipart, 5 KB file", SOME, Workloads.upload(5 * 1024), better());
            case "upload-500k" ->
                new Scenario(
                        name,
                        "multipart, 500 KB file",
                        FEW,
                        Jvm.LARGE_BODIES,
                        List.of(better()),
                        Workloads.upload(500 * 1024));
            case "upload-stream-500k" -> streamed(name, "500 KB file to storage", FEW, 500 * 1024);
            case "upload-stream-64m" -> streamed(name, "64 MB file to storage", PAIR, 64 * 1024 * 1024);
            case "read-product" ->
                new Scenario(
                        name,
                        "GET of one of 10,000 products, Zipf",
                        SOME,
                        Jvm.COMMON,
                        List.of(Claim.better(Metric.BACKEND_CALLS_PER_REQUEST), better()),
                        Workloads.products());
            case "read-product-19ms" ->
                new Scenario(
                                name,
                                "the same, Couchbase 19 ms away",
                                SOME,
                                Jvm.COMMON,
                                List.of(
                                        Claim.better(Metric.BACKEND_CALLS_PER_REQUEST),
                                        Claim.better(Metric.LATENCY_MS_P50)),
                                Workloads.products())
                        .over(Wire.FAR);
            case "cold-start" ->
                new Scenario(
                                name,
                                "64 GETs at once of each new product, 19 ms away",
                                CROWD,
                                Jvm.COMMON,
                                List.of(Claim.better(Metric.BACKEND_CALLS_PER_REQUEST), notWorse()),
                                Workloads.newProducts(CROWD))
                        .over(Wire.FAR);
            case "read-outage" ->
                new Scenario(
                                name,
                                "GET of one of 50 products, Couchbase taken away",
                                ENOUGH_TO_WAIT,
                                Jvm.COMMON,
                                List.of(Claim.better(Metric.ERROR_RATE), Claim.better(Metric.LATENCY_MS_P99)),
                                Workloads.liveProducts())
                        .over(Wire.CUT)
                        // Whatever fails: callers do not go away with Couchbase.
                        .atRate(100)
                        // So that what is cached is past its time while Couchbase is away.
                        .tuned(Side.of(Variant.TUNED).with("--tuned.cache.defaults.l1.ttl=1s"));
            case "order-post" ->
                scenario(
                        name,
                        "POST of a small JSON, one log line",
                        SOME,
                        Workloads.orders(),
                        Claim.notWorse(Metric.ALLOCATED_BYTES_PER_REQUEST));
            case "order-post-1200" ->
                scenario(
                        name,
                        "the same with 1,200 characters more",
                        SOME,
                        Workloads.longOrders(),
                        Claim.notWorse(Metric.ALLOCATED_BYTES_PER_REQUEST));
            default -> ThreadsFamily.named(name);
        };
    }

    private static Scenario scenario(String name, String what, int connections, Workload workload, Claim claim) {
        return new Scenario(name, what, connections, Jvm.COMMON, List.of(claim), workload);
    }

    private static Scenario streamed(String name, String what, int connections, int size) {
        return new Scenario(
                name,
                what,
                connections,
                Jvm.LARGE_BODIES,
                List.of(better(), Claim.better(Metric.BYTES_WRITTEN_PER_REQUEST)),
                Workloads.streamed(size));
    }

    private static Claim better() {
        return Claim.better(Metric.CPU_US_PER_REQUEST);
    }

    private static Claim notWorse() {
        return Claim.notWorse(Metric.CPU_US_PER_REQUEST);
    }
}
