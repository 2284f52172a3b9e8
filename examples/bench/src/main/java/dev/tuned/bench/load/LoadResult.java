/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The result of a load.
 *
 * @param requests requests answered, rightly or not
 * @param failures those with a wrong response or none
 * @param firstFailure what went wrong first, or {@code null} if nothing did
 * @param nanos wall-clock time from the first request to the last response
 * @param clientCpuNanos CPU time of the client's own thread
 * @param stallNanos the longest time for which the client's thread was stalled: time in which it measured itself, not
 *     the server
 * @param receivedBytes bytes received, headers included
 * @param requestsPerSecond requests answered as they should be per second
 * @param latencyMicros latencies in microseconds
 */
public record LoadResult(
        long requests,
        long failures,
        @Nullable String firstFailure,
        long nanos,
        long clientCpuNanos,
        long stallNanos,
        long receivedBytes,
        double requestsPerSecond,
        Histogram latencyMicros) {}
