/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;

import dev.tuned.examples.beforeafter.load.LoadClient;
import dev.tuned.examples.beforeafter.load.LoadRequest;
import dev.tuned.examples.beforeafter.load.LoadResult;
import dev.tuned.examples.beforeafter.result.Phase;
import dev.tuned.examples.beforeafter.result.Round;
import dev.tuned.examples.beforeafter.scenario.Scenarios;
import dev.tuned.examples.beforeafter.statistics.Metric;

/** One side's way through one outage. For one thread at a time. */
final class OutageSide {

    static final String AWAY = "away";

    /** After so long a side that has not recovered counts as if it had at that moment. */
    private static final long MOST_RECOVERY_MILLIS = 15_000;

    /** So many requests at a time until one is answered with new data. */
    private static final int STEP = 10;

    private final RunningSide side;
    private final Pace pace;
    private final DatedAnswers answers = new DatedAnswers();
    private final List<LoadRequest> requests;
    private final List<Phase> phases = new ArrayList<>();
    private final List<LoadResult> results = new ArrayList<>();
    private int sent;
    private Histogram whileAway = new Histogram(3);

    OutageSide(RunningSide side, Pace pace) {
        this.side = side;
        this.pace = pace;
        this.requests = IntStream.rangeClosed(1, Scenarios.LIVE_PRODUCTS)
                .mapToObj(number -> LoadRequest.get("/products/live-" + number, answers))
                .toList();
    }

    RunningSide side() {
        return side;
    }

    /** Keeps the rate for a while, whatever fails. */
    void phase(String name, double seconds) throws IOException {
        add(name, List.of(load(Math.max(1, Math.round(seconds * rate())))));
    }

    /** Keeps the rate until an answer is newer than the return of Couchbase. */
    void returning(long upMillis) throws IOException {
        answers.awaitNewerThan(upMillis);
        List<LoadResult> steps = new ArrayList<>();
        while (answers.firstAfterMillis() < 0 && System.currentTimeMillis() - upMillis < MOST_RECOVERY_MILLIS) {
            steps.add(load(STEP));
        }
        add("returning", steps);
    }

    private double rate() {
        return pace.rate() == null ? 1 : pace.rate();
    }

    private LoadResult load(long count) throws IOException {
        return LoadClient.run(
                side.process().address(), this::next, pace.load(count).whateverFails());
    }

    /** One product after the other, so that all of them have been read shortly before Couchbase goes away. */
    private LoadRequest next() {
        sent++;
        return requests.get(sent % requests.size());
    }

    private void add(String name, List<LoadResult> of) {
        results.addAll(of);
        Histogram latency = new Histogram(3);
        of.forEach(result -> latency.add(result.latencyMicros()));
        if (name.equals(AWAY)) {
            whileAway = latency;
        }
        phases.add(new Phase(
                name,
                of.stream().mapToLong(LoadResult::requests).sum(),
                of.stream().mapToLong(LoadResult::failures).sum(),
                latency.getValueAtPercentile(99) / 1e3,
                answers.takeOldestMillis()));
    }

    /** What went wrong first, for a message. */
    String firstFailure() {
        return results.stream()
                .flatMap(result -> Stream.ofNullable(result.firstFailure()))
                .findFirst()
                .orElse("nothing");
    }

    /** What has failed so far. */
    long failures() {
        return phases.stream().mapToLong(Phase::failures).sum();
    }

    /** The whole as one round. */
    Round round(int number) {
        double requestCount = results.stream().mapToLong(LoadResult::requests).sum();
        double nanos = results.stream().mapToLong(LoadResult::nanos).sum();
        double clientNanos =
                results.stream().mapToLong(LoadResult::clientCpuNanos).sum();
        long jitter = results.stream().mapToLong(LoadResult::jitterNanos).max().orElse(0);
        long received = results.stream().mapToLong(LoadResult::receivedBytes).sum();
        return new Round(
                number,
                side.name(),
                (long) requestCount,
                nanos / 1e9,
                clientNanos / nanos,
                clientNanos / 1e3 / requestCount,
                jitter / 1e6,
                received / requestCount,
                metrics(),
                List.copyOf(phases));
    }

    private Map<String, Double> metrics() {
        Phase away = phases.stream()
                .filter(phase -> phase.name().equals(AWAY))
                .findFirst()
                .orElseThrow();
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put(Metric.ERROR_RATE.key(), 100.0 * away.failures() / away.requests());
        metrics.put(Metric.LATENCY_MS_P50.key(), whileAway.getValueAtPercentile(50) / 1e3);
        metrics.put(Metric.LATENCY_MS_P99.key(), whileAway.getValueAtPercentile(99) / 1e3);
        metrics.put(Metric.LATENCY_MS_MAX.key(), whileAway.getMaxValue() / 1e3);
        metrics.put(
                Metric.STALENESS_MS_MAX.key(),
                phases.stream().mapToDouble(Phase::oldestMs).max().orElse(0));
        long recovered = answers.firstAfterMillis();
        metrics.put(Metric.RECOVERY_MS.key(), (double) (recovered < 0 ? MOST_RECOVERY_MILLIS : recovered));
        metrics.put(Metric.ERRORS.key(), (double) failures());
        return metrics;
    }
}
