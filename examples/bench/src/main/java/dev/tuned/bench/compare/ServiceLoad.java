/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.run.WarmUp;

/**
 * How a service is waited for, warmed up and loaded.
 *
 * @param connections how many connections carry the requests
 * @param rate requests per second that start whatever the service does, or {@code null} for a closed loop
 * @param longestWarmUp after which time a warm-up ends
 * @param ready the path that it answers with status 200 when it is ready; empty where any answer will do
 * @param readyWithin how long that path may be answered with another status
 */
public record ServiceLoad(
        int connections, @Nullable Double rate, Duration longestWarmUp, String ready, Duration readyWithin) {

    /** The rule by which services are warmed up under this load. */
    public WarmUp warmUp() {
        return new WarmUp(Duration.ZERO, longestWarmUp, rate == null ? connections : 1);
    }

    /**
     * The requests of a file under this load.
     *
     * @param compared what of the answers has to agree: {@code status}, {@code length}, {@code body} or {@code none}
     */
    public RecordedWorkload workload(List<FileRequest> requests, String compared) {
        return new RecordedWorkload(requests, compared, connections, rate);
    }

    /** The same with another longest warm-up, unless that is longer. */
    ServiceLoad warmedUpWithin(Duration longest) {
        return longest.compareTo(longestWarmUp) < 0
                ? new ServiceLoad(connections, rate, longest, ready, readyWithin)
                : this;
    }
}
