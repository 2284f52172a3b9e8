/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * One variant compared with another under one workload.
 *
 * @param title what it is about, such as {@code upload}
 * @param workload the workload's name
 * @param what what a request is
 * @param load how the load is offered, such as {@code 16 connections}
 * @param before the variant before
 * @param after the variant after
 * @param launches how many launches of each were measured
 * @param claim what came of its claim, or {@code null} where nothing is claimed
 * @param tradeOffs what became worse
 * @param metrics everything measured, the claimed metrics first
 * @param latencyBefore latencies before, or {@code null}
 * @param latencyAfter latencies after, or {@code null}
 */
public record ComparisonResult(
        String title,
        String workload,
        String what,
        String load,
        String before,
        String after,
        int launches,
        @Nullable ClaimResult claim,
        List<TradeOff> tradeOffs,
        List<MetricResult> metrics,
        @Nullable Latency latencyBefore,
        @Nullable Latency latencyAfter) {

    /** The metric of a key, if it was measured. */
    public Optional<MetricResult> metric(String key) {
        return metrics.stream().filter(metric -> metric.key().equals(key)).findFirst();
    }
}
