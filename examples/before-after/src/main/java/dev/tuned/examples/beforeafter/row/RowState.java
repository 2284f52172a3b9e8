/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.result.Secrets;
import dev.tuned.bench.run.CanFail;

/** What has been counted in a row so far. Thread-safe. */
public final class RowState implements CanFail {

    private final Row row;
    private final List<Column> columns;
    private final int times;
    private final Machine machine;
    private final @Nullable String commit;
    private final String command;
    private final Instant begun = Instant.now();
    private final Map<Integer, Map<String, Map<Count, Double>>> counted = new TreeMap<>();
    private @Nullable Instant ended;
    private @Nullable String problem = "not finished";

    public RowState(
            Row row, List<Column> columns, int times, Machine machine, @Nullable String commit, String command) {
        this.row = row;
        this.columns = columns;
        this.times = times;
        this.machine = machine;
        this.commit = commit;
        this.command = command;
    }

    synchronized void add(Column column, int time, Counts counts) {
        counted.computeIfAbsent(time, ignored -> new LinkedHashMap<>()).put(column.name(), counts.values());
    }

    Row row() {
        return row;
    }

    /** What was counted at one time, by column. */
    synchronized Map<String, Map<Count, Double>> counted(int time) {
        return Map.copyOf(counted.getOrDefault(time, Map.of()));
    }

    synchronized void finished() {
        ended = Instant.now();
        problem = null;
    }

    @Override
    public synchronized void failed(String reason) {
        if (ended == null) {
            ended = Instant.now();
            problem = Secrets.concealed(reason);
        }
    }

    /** The results so far. */
    public synchronized Results snapshot() {
        RowResult result = result();
        Outcome outcome = problem != null
                ? Outcome.INVALID
                : result.conditions().stream().allMatch(RowResult.Condition::heldEachTime)
                        ? Outcome.CONFIRMED
                        : Outcome.REFUTED;
        Instant end = ended == null ? Instant.now() : ended;
        return new Results(
                Results.SCHEMA,
                machine,
                commit,
                command,
                begun.truncatedTo(ChronoUnit.SECONDS).toString(),
                Duration.between(begun, end).toMillis() / 1000.0,
                problem,
                outcome,
                sentence(result, outcome),
                null,
                List.of(),
                result.columns(),
                null,
                List.of(),
                result,
                null);
    }

    private String sentence(RowResult result, Outcome outcome) {
        if (outcome == Outcome.INVALID) {
            return row.name() + ": invalid run: " + problem;
        }
        long held = result.conditions().stream()
                .filter(RowResult.Condition::heldEachTime)
                .count();
        return "%s: %d of %d conditions held each of %d times"
                .formatted(row.name(), held, result.conditions().size(), times);
    }

    private RowResult result() {
        Map<String, String> settings = new LinkedHashMap<>();
        columns.forEach(column -> settings.put(column.name(), column.settings()));
        List<Map<String, Map<Count, Double>>> complete = counted.values().stream()
                .filter(time -> time.size() == columns.size())
                .toList();
        return new RowResult(
                row.name(),
                row.sentence(),
                settings,
                times,
                counts().stream().map(this::counted).toList(),
                row.conditions().stream()
                        .map(condition -> new RowResult.Condition(
                                condition.text(),
                                complete.stream().map(condition.holds()::test).toList()))
                        .toList());
    }

    private Set<Count> counts() {
        return counted.values().stream()
                .flatMap(time -> time.values().stream())
                .flatMap(column -> column.keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private RowResult.Counted counted(Count count) {
        Map<String, List<Double>> values = new LinkedHashMap<>();
        for (Column column : columns) {
            values.put(
                    column.name(),
                    counted.values().stream()
                            .flatMap(time -> Stream.ofNullable(time.get(column.name())))
                            .flatMap(counts -> Stream.ofNullable(counts.get(count)))
                            .toList());
        }
        return new RowResult.Counted(count.key(), count.label(), values);
    }
}
