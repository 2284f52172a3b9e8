/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;

/**
 * The latencies of all launches of a variant together.
 *
 * @param count how many there are
 * @param points the distribution, from the lowest percentile to the highest
 */
public record Latency(long count, List<Point> points) {

    /**
     * A point of the distribution.
     *
     * @param percentile from 0 to 100
     * @param millis the latency that this share of the requests did not exceed
     */
    public record Point(double percentile, double millis) {}
}
