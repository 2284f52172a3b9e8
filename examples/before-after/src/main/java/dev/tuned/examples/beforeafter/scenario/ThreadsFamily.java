/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.statistics.Claim;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * What the threads starter is about: static files as S1 measured them, a slow downstream call, and more requests than a pool of
 * downstream connections has room for.
 */
final class ThreadsFamily {

    static final List<String> ROWS =
            List.of("static-100k", "static-100k-50", "static-100k-300", "static-2m", "slow-downstream", "overload");

    /** What Spring Boot offers for requests that wait. */
    private static final Side BOOT_VIRTUAL =
            Side.of(Variant.STOCK).named("stock virtual").with("--spring.threads.virtual.enabled=true");

    private static final Side ADAPTIVE =
            Side.of(Variant.TUNED).named("tuned adaptive").with("--tuned.threads.web.limit=adaptive");

    private static final String NO_SENDFILE = "--tuned.threads.tomcat.sendfile.enabled=false";
    private static final String PLATFORM = "--tuned.threads.web.mode=platform";

    private static final int MANY = 1000;
    private static final int SLOW_MILLIS = 50;

    /** Twice what 16 connections carry that are held for 10 ms. */
    private static final double OVERLOAD = 3200;

    private ThreadsFamily() {}

    static Scenario named(String name) {
        return switch (name) {
            case "static-100k-50" -> files(name, 50);
            case "static-100k" -> files(name, 100);
            case "static-100k-300" -> files(name, 300);
            case "static-2m" ->
                new Scenario(
                        name,
                        "GET of one of 50 files of 2 MB",
                        16,
                        Jvm.BOTH_COMPILERS,
                        List.of(Claim.byFactor(Metric.CPU_US_PER_REQUEST, 0.3)),
                        Workloads.files(StaticFiles.OF_2_MB));
            case "slow-downstream" ->
                new Scenario(
                                name,
                                "GET that blocks 50 ms",
                                MANY,
                                Jvm.BOTH_COMPILERS,
                                List.of(
                                        Claim.byFactor(Metric.REQUESTS_PER_SECOND, 3.5),
                                        Claim.reaches(Metric.SHARE_OF_IDEAL, 0.75)),
                                Workloads.slow(SLOW_MILLIS))
                        .waiting(SLOW_MILLIS);
            default ->
                new Scenario(
                                "overload",
                                "GET through a pool of 16, twice its capacity",
                                MANY,
                                Jvm.BOTH_COMPILERS,
                                List.of(
                                        Claim.byFactor(Metric.LATENCY_MS_P99, 0.2),
                                        Claim.byFactor(Metric.REQUESTS_PER_SECOND, 0.95)),
                                Workloads.pooled(10))
                        .atRate(OVERLOAD)
                        .tuned(ADAPTIVE);
        };
    }

    private static Scenario files(String name, int connections) {
        return new Scenario(
                name,
                "GET of one of 3,000 files of 102,400 bytes",
                connections,
                Jvm.BOTH_COMPILERS,
                List.of(
                        Claim.byFactor(Metric.CPU_US_PER_REQUEST, 0.5),
                        Claim.byFactor(Metric.ALLOCATED_BYTES_PER_REQUEST, 0.45)),
                Workloads.files(StaticFiles.OF_100_KB));
    }

    /** What a row compares besides stock and tuned, where there is time for it: Boot's own answer to the same question. */
    static List<Comparison> besides(Scenario scenario, List<Variant> variants) {
        if (!scenario.name().equals("slow-downstream")
                || !variants.containsAll(List.of(Variant.STOCK, Variant.TUNED))) {
            return List.of();
        }
        return List.of(new Comparison(
                scenario.name(),
                BOOT_VIRTUAL,
                scenario.tuned(),
                List.of(
                        Claim.byFactor(Metric.REQUESTS_PER_SECOND, 1.5),
                        Claim.byFactor(Metric.ALLOCATED_BYTES_PER_REQUEST, 0.5))));
    }

    static Stream<Side> ablations(String scenario) {
        Side tuned = Side.of(Variant.TUNED);
        return switch (scenario) {
            case "static-100k", "static-100k-50", "static-100k-300", "static-2m" ->
                Stream.of(
                        BOOT_VIRTUAL,
                        tuned.named("tuned without sendfile").with(NO_SENDFILE),
                        tuned.named("tuned platform").with(PLATFORM),
                        tuned.named("tuned platform without sendfile").with(PLATFORM, NO_SENDFILE));
            case "slow-downstream" ->
                Stream.of(BOOT_VIRTUAL, tuned.named("tuned platform").with(PLATFORM));
            case "overload" -> Stream.of(BOOT_VIRTUAL, tuned.named("tuned without a limit"));
            default -> Stream.of();
        };
    }
}
