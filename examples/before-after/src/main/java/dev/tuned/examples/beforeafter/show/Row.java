/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import dev.tuned.bench.run.Workload;
import dev.tuned.bench.statistics.Metric;

/**
 * An effect that the page shows: its load, what is drawn of it, and what its last run has measured so far. Thread-safe.
 */
final class Row {

    /** The state of a row. */
    enum State {
        IDLE,
        QUEUED,
        RUNNING,
        DONE,
        FAILED
    }

    /** A row for the page. */
    record View(
            String id,
            String title,
            String what,
            String state,
            String note,
            int done,
            int slices,
            List<Figure> figures) {}

    final String title;
    final Workload workload;
    private final List<Metric> metrics;
    private final List<Map<String, Double>> stock = new ArrayList<>();
    private final List<Map<String, Double>> tuned = new ArrayList<>();
    private State state = State.IDLE;
    private String note = "";

    /**
     * Creates a row.
     *
     * @param metrics the metrics to draw, the most important first
     */
    Row(String title, Workload workload, List<Metric> metrics) {
        this.title = title;
        this.workload = new Watched(workload);
        this.metrics = metrics;
    }

    String id() {
        return workload.name();
    }

    /** Takes a place in the queue, unless the row has one or runs. */
    synchronized boolean queue() {
        if (state == State.QUEUED || state == State.RUNNING) {
            return false;
        }
        state = State.QUEUED;
        note = "";
        stock.clear();
        tuned.clear();
        return true;
    }

    /** Changes the state, with a text about the current step or a failure. */
    synchronized void enter(State now, String text) {
        state = now;
        note = text;
    }

    /** Adds a slice of each service, as metrics by their key. */
    synchronized void add(Map<String, Double> ofStock, Map<String, Double> ofTuned) {
        stock.add(ofStock);
        tuned.add(ofTuned);
    }

    /** The current state of the row. */
    synchronized View view(int slices) {
        return new View(
                id(),
                title,
                workload.what() + "; " + workload.load(),
                state.name().toLowerCase(Locale.ROOT),
                note,
                stock.size(),
                slices,
                stock.isEmpty()
                        ? List.of()
                        : metrics.stream()
                                .filter(this::isMeasured)
                                .map(metric -> Figure.of(metric, values(stock, metric), values(tuned, metric)))
                                .toList());
    }

    private boolean isMeasured(Metric metric) {
        return Stream.concat(stock.stream(), tuned.stream()).allMatch(slice -> slice.containsKey(metric.key()));
    }

    private static double[] values(List<Map<String, Double>> slices, Metric metric) {
        return slices.stream()
                .mapToDouble(slice -> slice.getOrDefault(metric.key(), 0.0))
                .toArray();
    }
}
