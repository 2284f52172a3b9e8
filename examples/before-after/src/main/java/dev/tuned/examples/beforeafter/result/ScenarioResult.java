/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * One side against another under one workload.
 *
 * @param name the scenario
 * @param what what a request is
 * @param baseline the side before
 * @param candidate the side after
 * @param jvmFlags what the JVMs of both sides were started with; {@code null} in results from before that was kept
 * @param connections how many connections carried the load
 * @param loop {@code closed}, or {@code open} where {@code rate} was kept whatever the server did
 * @param rate the requests started per second at most, the same on all sides; {@code null} where there was no limit
 * @param warmUpRequests requests to each of the two sides before the first round
 * @param repeats rounds measured again because the client was held up
 * @param clientCpuUsPerRequest what a request cost the load client
 * @param networkRequestsPerSecond what 1 Gbit/s, about 100 MB/s, would let through
 * @param primary the metrics to look at first
 * @param rounds the raw rounds of both sides, in the order measured
 * @param metrics what came of them
 * @param problem why the scenario is void or the side for reference failed, or {@code null}
 * @param verdict {@code proven}, {@code worse}, {@code void}, {@code inconclusive}, {@code reference} where nothing is
 *     claimed, or {@code failed} where that side gave no right answer
 */
public record ScenarioResult(
        String name,
        String what,
        String baseline,
        String candidate,
        @Nullable String jvmFlags,
        int connections,
        String loop,
        @Nullable Double rate,
        long warmUpRequests,
        int repeats,
        double clientCpuUsPerRequest,
        double networkRequestsPerSecond,
        List<String> primary,
        List<Round> rounds,
        List<MetricResult> metrics,
        @Nullable String problem,
        String verdict) {

    /** The same with other metrics, and what they come to. */
    public ScenarioResult withMetrics(List<MetricResult> others, String otherVerdict) {
        return new ScenarioResult(
                name,
                what,
                baseline,
                candidate,
                jvmFlags,
                connections,
                loop,
                rate,
                warmUpRequests,
                repeats,
                clientCpuUsPerRequest,
                networkRequestsPerSecond,
                primary,
                rounds,
                others,
                problem,
                otherVerdict);
    }

    /** The metric of a name, if it has been measured. */
    public Optional<MetricResult> metric(String key) {
        return metrics.stream().filter(metric -> metric.name().equals(key)).findFirst();
    }
}
