/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.tuned.bench.report.Format;

/** What is counted in one column, once. For one thread. */
public final class Counts {

    /** What the measuring of times may add to a rate. */
    private static final double TOLERANCE = 1.02;

    private final Map<Count, Double> values = new LinkedHashMap<>();

    public void put(Count count, double value) {
        values.put(count, value);
    }

    /**
     * Adds completions per second.
     *
     * @param atOnce how many requests can be served at once, by threads or connections
     * @param each how long each of them takes at least
     * @throws IOException if the rate is more than that allows: then the measuring is wrong
     */
    public void putRate(Count count, double perSecond, int atOnce, Duration each) throws IOException {
        double most = atOnce * 1e9 / each.toNanos();
        if (perSecond > most * TOLERANCE) {
            throw new IOException("%s: %s were measured, but %d at once that take %s ms each are %s at most"
                    .formatted(
                            count.label(),
                            Format.number(perSecond),
                            atOnce,
                            Format.number(each.toNanos() / 1e6),
                            Format.number(most)));
        }
        put(count, perSecond);
    }

    Map<Count, Double> values() {
        return values;
    }
}
