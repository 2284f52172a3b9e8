/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

import org.HdrHistogram.Histogram;

import dev.tuned.examples.beforeafter.load.Load;
import dev.tuned.examples.beforeafter.load.LoadClient;
import dev.tuned.examples.beforeafter.load.LoadResult;
import dev.tuned.examples.beforeafter.load.RequestSource;
import dev.tuned.examples.beforeafter.process.Backend;
import dev.tuned.examples.beforeafter.process.ProcessStats;
import dev.tuned.examples.beforeafter.process.ThreadTimes;
import dev.tuned.examples.beforeafter.result.Round;
import dev.tuned.examples.beforeafter.scenario.Scenario;
import dev.tuned.examples.beforeafter.scenario.Workload;
import dev.tuned.examples.beforeafter.statistics.Metric;

/** Puts a load on one side and measures what it cost. */
final class Meter {

    /** Time for work that goes on after the responses, such as writing queued log events, to be counted. */
    private static final long SETTLE_MILLIS = 50;

    private static final double MICROS_PER_MILLI = 1000;
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Backend backend;
    private int stampedes;

    Meter(Backend backend) {
        this.backend = backend;
    }

    /**
     * Runs a load.
     *
     * @param seed decides the order of the requests
     * @throws VoidTrialException if a response was wrong or missing
     */
    Round measure(int number, RunningSide side, Scenario scenario, long seed, Load load)
            throws IOException, InterruptedException, VoidTrialException {
        Workload workload = scenario.workload();
        if (workload.callers() == 0) {
            return measure(number, side, scenario, workload.source(seed), load);
        }
        // New ones each time, also where a round is repeated: they are known to the side after that.
        stampedes++;
        String prefix = "new-" + stampedes;
        int products = (int) ((load.requests() + workload.callers() - 1) / workload.callers());
        backend.write(prefix, products);
        return measure(
                number, side, scenario, workload.newProducts(prefix), load.of((long) products * workload.callers()));
    }

    private Round measure(int number, RunningSide side, Scenario scenario, RequestSource source, Load load)
            throws IOException, InterruptedException, VoidTrialException {
        // What opening and closing connections costs is no part of a round, whose few requests would have to share it.
        try (LoadClient client = LoadClient.connect(side.process().address(), load)) {
            return measure(number, side, scenario, source, load, client);
        }
    }

    private Round measure(
            int number, RunningSide side, Scenario scenario, RequestSource source, Load load, LoadClient client)
            throws IOException, InterruptedException, VoidTrialException {
        long callsBefore = backend.count();
        ProcessStats before = side.process().stats();
        ThreadTimes threadsBefore = ThreadTimes.of(side.process().pid());
        LoadResult result = client.run(source);
        if (result.failures() > 0) {
            side.process().requireAlive();
            throw new VoidTrialException(side.name() + ": " + result.failures() + " of " + load.requests()
                    + " requests failed, the first with " + result.firstFailure());
        }
        Thread.sleep(SETTLE_MILLIS);
        OptionalLong threadNanos = ThreadTimes.of(side.process().pid()).since(threadsBefore);
        ProcessStats after = side.process().stats();
        long cpuNanos = threadNanos.orElse(after.cpuNanos() - before.cpuNanos());
        long calls = backend.count() - callsBefore;
        double requests = result.requests();
        Map<String, Double> metrics = metrics(before, after, cpuNanos, result, calls);
        putWhatTheScenarioIsAbout(metrics, scenario, load, result);
        return new Round(
                number,
                side.name(),
                result.requests(),
                result.nanos() / 1e9,
                result.clientCoreShare(),
                result.clientCpuNanos() / 1e3 / requests,
                result.jitterNanos() / 1e6,
                Math.max(result.sentBytes(), result.receivedBytes()) / requests,
                metrics);
    }

    private static void putWhatTheScenarioIsAbout(
            Map<String, Double> metrics, Scenario scenario, Load load, LoadResult result) {
        Integer waitMillis = scenario.waitMillis();
        if (waitMillis != null) {
            double ideal = load.connections() * MILLIS_PER_SECOND / waitMillis;
            put(metrics, Metric.SHARE_OF_IDEAL, result.requestsPerSecond() / ideal);
        }
        if (scenario.workload().mayDecline()) {
            put(metrics, Metric.DECLINED_RATE, PERCENT * result.declined() / result.requests());
        }
    }

    private static Map<String, Double> metrics(
            ProcessStats before, ProcessStats after, long cpuNanos, LoadResult result, long backendCalls) {
        double requests = result.requests();
        Map<String, Double> metrics = new LinkedHashMap<>();
        put(metrics, Metric.CPU_US_PER_REQUEST, cpuNanos / 1e3 / requests);
        put(metrics, Metric.ALLOCATED_BYTES_PER_REQUEST, (after.allocatedBytes() - before.allocatedBytes()) / requests);
        if (after.writtenBytes() >= 0) {
            // What the server writes to its sockets counts as written; what is left went to files.
            long written = after.writtenBytes() - before.writtenBytes() - result.receivedBytes();
            put(metrics, Metric.BYTES_WRITTEN_PER_REQUEST, Math.max(0, written) / requests);
        }
        put(metrics, Metric.BACKEND_CALLS_PER_REQUEST, backendCalls / requests);
        put(metrics, Metric.REQUESTS_PER_SECOND, result.requestsPerSecond());
        Histogram latency = result.latencyMicros();
        put(metrics, Metric.LATENCY_MS_P50, latency.getValueAtPercentile(50) / MICROS_PER_MILLI);
        put(metrics, Metric.LATENCY_MS_P90, latency.getValueAtPercentile(90) / MICROS_PER_MILLI);
        put(metrics, Metric.LATENCY_MS_P99, latency.getValueAtPercentile(99) / MICROS_PER_MILLI);
        put(metrics, Metric.LATENCY_MS_MAX, latency.getMaxValue() / MICROS_PER_MILLI);
        if (after.logCalls() > before.logCalls()) {
            put(metrics, Metric.LOG_CALL_MS_MAX, after.longestLogCallNanos() / NANOS_PER_MILLI);
        }
        if (after.rssBytes() >= 0) {
            put(metrics, Metric.RSS_MB, after.rssBytes() / 1048576.0);
        }
        put(metrics, Metric.GC_PAUSE_US_PER_REQUEST, (after.gcPauseMillis() - before.gcPauseMillis()) * 1e3 / requests);
        put(metrics, Metric.GC_PAUSES_PER_1000_REQUESTS, (after.gcPauses() - before.gcPauses()) * 1e3 / requests);
        put(metrics, Metric.ERRORS, (double) result.failures());
        return metrics;
    }

    private static void put(Map<String, Double> metrics, Metric metric, double value) {
        metrics.put(metric.key(), value);
    }
}
