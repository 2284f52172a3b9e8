/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

import java.util.List;

/**
 * Something that is measured of a service.
 *
 * @param key its name in {@code results.json}, such as {@code cpu_us_per_request}
 * @param label its name with its unit, for people
 * @param higherIsBetter whether more of it is better
 */
public record Metric(String key, String label, boolean higherIsBetter) {

    /** CPU time of the service without its compiler and collector threads. */
    public static final Metric CPU = cost("cpu_us_per_request", "CPU µs/request");

    public static final Metric COMPILER_CPU = cost("compiler_cpu_us_per_request", "compiler CPU µs/request");
    public static final Metric COLLECTOR_CPU = cost("collector_cpu_us_per_request", "collector CPU µs/request");
    public static final Metric ALLOCATED = cost("allocated_bytes_per_request", "allocated B/request");

    /** What the service wrote, less what its clients received: what is left went to files, queues and wake-ups. */
    public static final Metric WRITTEN = cost("written_bytes_per_request", "written B/request");

    public static final Metric WRITE_CALLS = cost("write_calls_per_request", "write calls/request");
    public static final Metric RATE = new Metric("requests_per_second", "requests/s", true);
    public static final Metric P50 = cost("latency_ms_p50", "p50 ms");
    public static final Metric P99 = cost("latency_ms_p99", "p99 ms");
    public static final Metric RSS = cost("rss_mb", "RSS MB");
    public static final Metric GC_PAUSE = cost("gc_pause_us_per_request", "GC pause µs/request");
    public static final Metric ERRORS = cost("errors_percent", "errors %");

    /** Commands that the service sent to its database; in the example service, to Couchbase. */
    public static final Metric BACKEND_CALLS = cost("backend_calls_per_request", "backend calls/request");

    public static final Metric TEMP_FILES = cost("temp_files_per_request", "temp files/request");
    public static final Metric LOST_LINES = cost("log_lines_lost", "log lines lost");

    /** Requests that the service turned away with status 503. */
    public static final Metric REJECTED = cost("rejected_percent", "rejected %");

    /** The age of the oldest data in an answer. */
    public static final Metric STALENESS = cost("oldest_answer_ms", "oldest answer ms");

    /** From the return of the database to the first answer with data that is newer. */
    public static final Metric RECOVERY = cost("recovery_ms", "recovery ms");

    private static final List<Metric> ALL = List.of(
            CPU,
            COMPILER_CPU,
            COLLECTOR_CPU,
            ALLOCATED,
            WRITTEN,
            WRITE_CALLS,
            RATE,
            P50,
            P99,
            RSS,
            GC_PAUSE,
            ERRORS,
            BACKEND_CALLS,
            TEMP_FILES,
            LOST_LINES,
            REJECTED,
            STALENESS,
            RECOVERY);

    /**
     * The metric of a key in {@code results.json}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Metric ofKey(String key) {
        return ALL.stream()
                .filter(metric -> metric.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No metric has the key '" + key + "'"));
    }

    private static Metric cost(String key, String label) {
        return new Metric(key, label, false);
    }
}
