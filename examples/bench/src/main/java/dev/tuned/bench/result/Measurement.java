/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of a launch of a variant under a workload: the raw data of a run.
 *
 * @param experiment the experiment
 * @param launch the launch's number from 1
 * @param variant the variant
 * @param workload the workload
 * @param requests how many requests were answered
 * @param seconds how long that took
 * @param clientCoreShare the share of one core that the load client used
 * @param clientStallMs the longest time for which the load client was stalled
 * @param othersCoreShare the processor time, in cores, that neither the service nor the load client used
 * @param metrics the metrics by key
 * @param latencies the latencies as a compressed HdrHistogram in Base64; empty where none were recorded
 * @param ruler the factor by which a fixed piece of work moved at most while the services took turns, or {@code null}
 *     where there was none
 */
public record Measurement(
        String experiment,
        int launch,
        String variant,
        String workload,
        long requests,
        double seconds,
        double clientCoreShare,
        double clientStallMs,
        double othersCoreShare,
        Map<String, Double> metrics,
        String latencies,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double ruler) {}
