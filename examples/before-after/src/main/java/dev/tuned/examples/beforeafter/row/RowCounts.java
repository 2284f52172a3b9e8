/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.bench.result.RowResult;

/** What has been counted in a row so far. Thread-safe. */
public final class RowCounts {

    private final Row row;
    private final List<Column> columns;
    private final int times;
    private final Map<Integer, Map<String, Map<Count, Double>>> counted = new TreeMap<>();

    /** @param times how often it is to be played */
    public RowCounts(Row row, List<Column> columns, int times) {
        this.row = row;
        this.columns = List.copyOf(columns);
        this.times = times;
    }

    public Row row() {
        return row;
    }

    public List<Column> columns() {
        return columns;
    }

    int times() {
        return times;
    }

    synchronized void add(Column column, int time, Counts counts) {
        counted.computeIfAbsent(time, ignored -> new LinkedHashMap<>()).put(column.name(), counts.values());
    }

    /** What was counted at one time, by column. */
    synchronized Map<String, Map<Count, Double>> counted(int time) {
        return Map.copyOf(counted.getOrDefault(time, Map.of()));
    }

    /** The result so far; what is claimed is asked of the times that all columns have played. */
    public synchronized RowResult result() {
        List<Map<String, Map<Count, Double>>> complete = counted.values().stream()
                .filter(time -> time.size() == columns.size())
                .toList();
        return new RowResult(
                row.name(),
                row.starter(),
                row.title(),
                row.sentence(),
                byColumn(Column::settings),
                times,
                counts().stream().map(this::counted).toList(),
                row.conditions().stream()
                        .map(condition -> new RowResult.Condition(
                                condition.text(),
                                complete.stream()
                                        .map(time -> condition.holds(time, Column.TUNED))
                                        .toList()))
                        .toList(),
                byColumn(column -> complete.stream()
                        .map(time -> row.conditions().stream().allMatch(each -> each.holds(time, column.name())))
                        .toList()),
                byColumn(column -> row.headline().shown(times(column))));
    }

    private <T> Map<String, T> byColumn(Function<Column, T> value) {
        Map<String, T> all = new LinkedHashMap<>();
        columns.forEach(column -> all.put(column.name(), value.apply(column)));
        return all;
    }

    private List<Map<Count, Double>> times(Column column) {
        return counted.values().stream()
                .flatMap(time -> Stream.ofNullable(time.get(column.name())))
                .toList();
    }

    private Set<Count> counts() {
        return columns.stream()
                .flatMap(column -> times(column).stream())
                .flatMap(time -> time.keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private RowResult.Counted counted(Count count) {
        return new RowResult.Counted(
                count.key(),
                count.label(),
                byColumn(column -> times(column).stream()
                        .flatMap(time -> Stream.ofNullable(time.get(count)))
                        .toList()));
    }
}
