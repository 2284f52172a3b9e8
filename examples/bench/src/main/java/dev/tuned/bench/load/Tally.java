/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Counts what happens during one load. */
final class Tally {

    private final Histogram latencyMicros = new Histogram(TimeUnit.MINUTES.toMicros(10), 3);
    private long answered;
    private long failures;
    private long declined;
    private @Nullable String firstFailure;
    private long received;
    private long stallNanos;
    private long nanos;
    private long servedAtFirst;
    private long firstNanos;
    private long servedWhileBusy;
    private long busyNanos;

    void answered(long latencyNanos, Expectation expectation, Answer response) {
        boolean right = expectation.accepts(response);
        if (!right && expectation.allowsDeclining(response)) {
            answered++;
            declined++;
            return;
        }
        latencyMicros.recordValue(
                Math.min(latencyMicros.getHighestTrackableValue(), TimeUnit.NANOSECONDS.toMicros(latencyNanos)));
        if (right) {
            answered++;
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

    void received(long bytes) {
        received += bytes;
    }

    void stalled(long forNanos) {
        stallNanos = Math.max(stallNanos, forNanos);
    }

    /**
     * Called when a closed loop has as many answers as connections, an open one the first: until then none was served.
     */
    void busyFrom(long afterNanos) {
        servedAtFirst = served();
        firstNanos = afterNanos;
    }

    /**
     * Called when the last request of a closed loop has started, and so connections have nothing to do; at an open
     * one's end.
     */
    void busyUntil(long afterNanos) {
        servedWhileBusy = served();
        busyNanos = afterNanos;
    }

    private long served() {
        return answered - declined;
    }

    /**
     * The rate while all connections are busy, where that is most of the time: begin and end would count as slowness.
     */
    private double requestsPerSecond() {
        long busy = servedWhileBusy - servedAtFirst;
        if (busyNanos > firstNanos && busy * 2 >= served()) {
            return busy * 1e9 / (busyNanos - firstNanos);
        }
        return nanos == 0 ? 0 : served() * 1e9 / nanos;
    }

    void ended(long afterNanos) {
        nanos = afterNanos;
    }

    long answered() {
        return answered;
    }

    long failures() {
        return failures;
    }

    LoadResult result(long clientCpuNanos) {
        return new LoadResult(
                answered,
                failures,
                declined,
                firstFailure,
                nanos,
                clientCpuNanos,
                stallNanos,
                received,
                requestsPerSecond(),
                latencyMicros);
    }
}
