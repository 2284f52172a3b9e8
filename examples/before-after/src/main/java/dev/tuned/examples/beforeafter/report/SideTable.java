/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.Round;
import dev.tuned.examples.beforeafter.result.ScenarioResult;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * All sides of a scenario beside each other, as the sources have their tables: rate, latency distribution, CPU and memory. A
 * value is the mean over the side's rounds, a maximum that of all rounds.
 *
 * @param scenario the scenario
 * @param what what a request is
 * @param lines the header, then a line for each side
 */
record SideTable(String scenario, String what, List<List<String>> lines) {

    private static final List<Metric> COLUMNS = List.of(
            Metric.REQUESTS_PER_SECOND,
            Metric.SHARE_OF_IDEAL,
            Metric.DECLINED_RATE,
            Metric.LATENCY_MS_P50,
            Metric.LATENCY_MS_P90,
            Metric.LATENCY_MS_P99,
            Metric.LATENCY_MS_MAX,
            Metric.CPU_US_PER_REQUEST,
            Metric.ALLOCATED_BYTES_PER_REQUEST,
            Metric.RSS_MB,
            Metric.GC_PAUSES_PER_1000_REQUESTS,
            Metric.GC_PAUSE_US_PER_REQUEST);

    /** A table for each scenario of which something was measured, in order. */
    static List<SideTable> of(Results results) {
        Map<String, List<ScenarioResult>> byName = new LinkedHashMap<>();
        results.scenarios()
                .forEach(result -> byName.computeIfAbsent(result.name(), name -> new ArrayList<>())
                        .add(result));
        return byName.values().stream()
                .map(SideTable::of)
                .filter(table -> table.lines.size() > 1)
                .toList();
    }

    private static SideTable of(List<ScenarioResult> results) {
        Map<String, List<Round>> sides = new LinkedHashMap<>();
        for (ScenarioResult result : results) {
            for (String side : List.of(result.baseline(), result.candidate())) {
                sides.computeIfAbsent(
                        side,
                        name -> result.rounds().stream()
                                .filter(round -> round.side().equals(name))
                                .toList());
            }
        }
        sides.values().removeIf(List::isEmpty);
        List<Metric> columns = COLUMNS.stream()
                .filter(metric -> sides.values().stream()
                        .flatMap(List::stream)
                        .anyMatch(round -> round.metrics().containsKey(metric.key())))
                .toList();
        List<List<String>> lines = new ArrayList<>();
        if (!columns.isEmpty()) {
            lines.add(Stream.concat(Stream.of("side"), columns.stream().map(Metric::label))
                    .toList());
            sides.forEach((side, rounds) ->
                    lines.add(Stream.concat(Stream.of(side), columns.stream().map(metric -> value(metric, rounds)))
                            .toList()));
        }
        return new SideTable(results.get(0).name(), results.get(0).what(), lines);
    }

    private static String value(Metric metric, List<Round> rounds) {
        double[] values = rounds.stream()
                .map(round -> round.metrics().get(metric.key()))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        OptionalDouble value = metric == Metric.LATENCY_MS_MAX
                ? Arrays.stream(values).max()
                : Arrays.stream(values).average();
        return value.isPresent() ? Format.number(value.getAsDouble()) : "";
    }

    /** Where the scenario comes from, if it does, and what it is. */
    String caption() {
        return scenario + ": " + what
                + Source.of(scenario).map(source -> ". " + source.describe()).orElse("");
    }

    /** Whether there is more to see than the main table's two sides. */
    boolean isMatrix() {
        return lines.size() > 3;
    }
}
