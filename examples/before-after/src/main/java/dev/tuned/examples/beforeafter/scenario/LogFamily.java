/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.statistics.Claim;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * Logging measured alone: one endpoint under the configuration that S2 started from, without logging, with S2's fix, and with
 * S2's first configuration left alone but the starter added; and Spring Boot's own configuration with console and file, as S4
 * had it, under a short line, a line of 1200 characters and one with an exception.
 */
final class LogFamily {

    static final String BASELINE = "log-before";

    /** Rows of one trial: the same requests under different configurations. */
    private static final List<String> S2 = List.of("log-off", BASELINE, "log-after", "log-tuned", "log-limit");

    /** Rows of a trial each, all of them with the same two processes. */
    static final List<String> TWO_APPENDERS = List.of("log-two", "log-long", "log-exception");

    static final List<String> ROWS =
            Stream.of(S2, TWO_APPENDERS).flatMap(List::stream).toList();

    private static final int CONNECTIONS = 16;

    /** The parts of S2's fix that only its owner can decide: that nobody needs the caller data, and whose appender carries it. */
    private static final List<String> S2_DECISIONS =
            List.of("--tuned.logging.caller-data=off", "--tuned.logging.async.include=ASYNC");

    private LogFamily() {}

    /** Whether a row compares with the tuned variant, and not only configurations of the stock one. */
    static boolean needsTuned(String row) {
        return TWO_APPENDERS.contains(row) || row.equals("log-tuned") || row.equals("log-limit");
    }

    static Scenario s2() {
        return scenario(
                "log",
                "POST of a small JSON, S2's logging",
                Workloads.orders(),
                Claim.better(Metric.CPU_US_PER_REQUEST));
    }

    /** The comparisons of the rows asked for; {@code log-before} asks for all, being what the others are compared with. */
    static List<Comparison> s2Comparisons(List<String> rows, List<Variant> variants) {
        if (!variants.contains(Variant.STOCK)) {
            return List.of();
        }
        Side baseline = s2Side(BASELINE, Variant.STOCK, "logback-s2-before.xml");
        Side off = s2Side("log-off", Variant.STOCK, "logback-off.xml");
        Side tuned = tuned(s2Side("log-tuned", Variant.TUNED, "logback-s2-before.xml"), S2_DECISIONS);
        List<Comparison> comparisons = new ArrayList<>();
        for (String row : S2) {
            boolean asked = rows.contains(row) || rows.contains(BASELINE);
            if (asked && (!needsTuned(row) || variants.contains(Variant.TUNED))) {
                comparisons.add(
                        switch (row) {
                            case "log-off" -> new Comparison(row, baseline, off, List.of());
                            case "log-after" ->
                                new Comparison(
                                        row, baseline, s2Side(row, Variant.STOCK, "logback-s2-after.xml"), List.of());
                            case "log-tuned" -> new Comparison(row, baseline, tuned, s2().claims());
                            case "log-limit" -> new Comparison(row, off, tuned, limit());
                            default -> new Comparison(row, baseline, baseline, List.of());
                        });
            }
        }
        return comparisons;
    }

    /** With every line in its file it must not cost noticeably more than no logging at all. */
    private static List<Claim> limit() {
        return List.of(Claim.notWorse(Metric.CPU_US_PER_REQUEST), Claim.notWorse(Metric.REQUESTS_PER_SECOND));
    }

    static List<Scenario> twoAppenders(List<String> rows) {
        return TWO_APPENDERS.stream()
                .filter(rows::contains)
                .map(LogFamily::twoAppenders)
                .toList();
    }

    private static Scenario twoAppenders(String row) {
        return switch (row) {
            case "log-two" ->
                scenario(
                        row,
                        "POST, one line to console and file",
                        Workloads.orders(),
                        Claim.notWorse(Metric.CPU_US_PER_REQUEST));
            case "log-long" ->
                scenario(
                        row,
                        "POST, 1200 characters to console and file",
                        Workloads.longOrders(),
                        Claim.better(Metric.ALLOCATED_BYTES_PER_REQUEST),
                        Claim.notWorse(Metric.CPU_US_PER_REQUEST));
            default ->
                scenario(
                        row,
                        "POST, an exception to console and file",
                        Workloads.undeliverableOrders(),
                        Claim.better(Metric.CPU_US_PER_REQUEST));
        };
    }

    static Comparison twoAppenders(Scenario scenario) {
        List<String> file = List.of("--logging.file.name=application.log");
        Side stock = new Side(Variant.STOCK.label(), Variant.STOCK, file);
        Side tuned = tuned(new Side(Variant.TUNED.label(), Variant.TUNED, file), List.of());
        return new Comparison(scenario.name(), stock, tuned, scenario.claims());
    }

    /** Besides what is claimed, no line may be missing. */
    private static Scenario scenario(String name, String what, Workload workload, Claim... claims) {
        return new Scenario(
                name,
                what,
                CONNECTIONS,
                Jvm.COMMON,
                Stream.concat(Stream.of(claims), Stream.of(Claim.notWorse(Metric.LOG_LINES_LOST)))
                        .toList(),
                workload);
    }

    /** With the other starters off, so that logging alone is measured. */
    private static Side tuned(Side side, List<String> settings) {
        return new Side(
                side.name(),
                side.variant(),
                Stream.of(
                                side.arguments(),
                                settings,
                                List.of(
                                        "--tuned.upload.enabled=false",
                                        "--tuned.cache.enabled=false",
                                        "--tuned.threads.enabled=false"))
                        .flatMap(List::stream)
                        .toList());
    }

    private static Side s2Side(String name, Variant variant, String configuration) {
        return new Side(
                name,
                variant,
                List.of(
                        "--logging.config=classpath:" + configuration,
                        "--logging.file.name=" + name + ".log",
                        "--catalog.mdc=true"));
    }
}
