/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * One side's part of a round.
 *
 * @param round the round's number from 1
 * @param side the side
 * @param requests how many requests it answered
 * @param seconds how long that took
 * @param clientCoreShare the share of one core that the load client used
 * @param clientCpuUsPerRequest what a request cost the load client
 * @param clientJitterMs the longest time the load client was held up
 * @param wireBytesPerRequest bytes of a request or of its response, whichever is larger
 * @param metrics the metrics by name
 * @param phases its parts where Couchbase goes away, else {@code null}
 */
public record Round(
        int round,
        String side,
        long requests,
        double seconds,
        double clientCoreShare,
        double clientCpuUsPerRequest,
        double clientJitterMs,
        double wireBytesPerRequest,
        Map<String, Double> metrics,
        @Nullable List<Phase> phases) {

    /** A round without parts. */
    public Round(
            int round,
            String side,
            long requests,
            double seconds,
            double clientCoreShare,
            double clientCpuUsPerRequest,
            double clientJitterMs,
            double wireBytesPerRequest,
            Map<String, Double> metrics) {
        this(
                round,
                side,
                requests,
                seconds,
                clientCoreShare,
                clientCpuUsPerRequest,
                clientJitterMs,
                wireBytesPerRequest,
                metrics,
                null);
    }
}
