/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Counts what happens during one load. */
final class Tally {

    private final Histogram latencyMicros = new Histogram(TimeUnit.MINUTES.toMicros(10), 3);
    /** Requests with an answer, right or wrong, or none. */
    long answered;

    long failures;
    private @Nullable String firstFailure;
    private long stallNanos;
    private final CompletionRate steady = new CompletionRate();
    private boolean isSteady;

    /**
     * Counts a response.
     *
     * @param afterNanos when it came, since the load began
     */
    void answered(long afterNanos, long latencyNanos, Expectation expectation, Answer response) {
        latencyMicros.recordValue(
                Math.min(latencyMicros.getHighestTrackableValue(), TimeUnit.NANOSECONDS.toMicros(latencyNanos)));
        if (expectation.accepts(response)) {
            answered++;
            if (isSteady) {
                steady.add(afterNanos, latencyNanos);
            }
        } else {
            failure("wrong response: " + response.describe());
        }
    }

    void failure(String why) {
        answered++;
        failures++;
        if (firstFailure == null) {
            firstFailure = why;
        }
    }

    void stalled(long forNanos) {
        stallNanos = Math.max(stallNanos, forNanos);
    }

    /**
     * The load is steady when a closed loop has as many answers as connections, or when an open one begins; it is no more
     * when the last request of a closed loop has started, and so connections have nothing to do.
     */
    void steady(boolean fromNow) {
        isSteady = fromNow;
    }

    /**
     * The rate while the load is steady, where that is most of it: begin and end would count as slowness. Requests that
     * failed are none.
     */
    private double requestsPerSecond(long nanos) {
        long served = answered - failures;
        double perSecond = steady.perSecond();
        if (steady.count() * 2L >= served && perSecond > 0) {
            return perSecond;
        }
        return nanos == 0 ? 0 : served * 1e9 / nanos;
    }

    LoadResult result(long nanos, long clientCpuNanos, long received) {
        return new LoadResult(
                answered,
                failures,
                firstFailure,
                nanos,
                clientCpuNanos,
                stallNanos,
                received,
                requestsPerSecond(nanos),
                latencyMicros);
    }
}
