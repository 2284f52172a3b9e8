/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import java.util.Locale;

/**
 * What is measured of a side in a round, the most telling first: CPU per request varies by a third where requests per
 * second vary eighteenfold on a shared machine.
 */
public enum Metric {
    CPU_US_PER_REQUEST("CPU µs/request", false, 0.1),
    ALLOCATED_BYTES_PER_REQUEST("allocated B/request", false, 1),
    /** Below the floor lies what the server writes to wake its own threads. */
    BYTES_WRITTEN_PER_REQUEST("written B/request", false, 64),
    BACKEND_CALLS_PER_REQUEST("backend calls/request", false, 0.01),
    /** Those that were answered as they should be, not those that were declined. */
    REQUESTS_PER_SECOND("requests/s", true, 0.1),
    /** The same, of what is possible at all: connections divided by the time that a request waits for others. */
    SHARE_OF_IDEAL("share of the ideal", true, 0.001),
    /** Latencies are those of the requests that were not declined. */
    LATENCY_MS_P50("p50 ms", false, 0.01),
    LATENCY_MS_P90("p90 ms", false, 0.01),
    LATENCY_MS_P99("p99 ms", false, 0.01),
    LATENCY_MS_MAX("max ms", false, 0.01),
    /** What a caller waited for its line at most. Below the floor lies what the scheduler does. */
    LOG_CALL_MS_MAX("log call max ms", false, 1),
    /** Lines asked for and not in the file after the end of the process; counted once, not per round. */
    LOG_LINES_LOST("log lines lost", false, 1),
    RSS_MB("RSS MB", false, 1),
    /** Time for which the collector stopped the process. */
    GC_PAUSE_US_PER_REQUEST("GC pause µs/request", false, 1),
    GC_PAUSES_PER_1000_REQUESTS("GC pauses/1000 requests", false, 0.1),
    /** Of the requests, those that were turned away in the way that the scenario allows. */
    DECLINED_RATE("declined %", false, 0.1),
    /** Of the requests while Couchbase is away. */
    ERROR_RATE("failed %", false, 0.1),
    /** How old the oldest data in an answer was. Below the floor lies how often they are written. */
    STALENESS_MS_MAX("oldest answer ms", false, 200),
    /** From the return of Couchbase to the first answer with data that is newer. */
    RECOVERY_MS("recovery ms", false, 10),
    ERRORS("errors", false, 1);

    private final String label;
    private final boolean higherIsBetter;
    private final double floor;

    Metric(String label, boolean higherIsBetter, double floor) {
        this.label = label;
        this.higherIsBetter = higherIsBetter;
        this.floor = floor;
    }

    /** The name in {@code results.json}, such as {@code cpu_us_per_request}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name with its unit, for people. */
    public String label() {
        return label;
    }

    public boolean higherIsBetter() {
        return higherIsBetter;
    }

    /** The smallest value told apart from zero, in the metric's unit. */
    public double floor() {
        return floor;
    }

    /**
     * The metric of a name in {@code results.json}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Metric ofKey(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT));
    }
}
