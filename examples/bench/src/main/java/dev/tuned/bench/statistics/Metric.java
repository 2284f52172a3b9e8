/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.statistics;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Something that is measured of a service.
 *
 * @param key its name in {@code results.json}, such as {@code cpu_us_per_request}
 * @param label its name with its unit, for people
 * @param higherIsBetter whether more of it is better
 * @param nearZero a value below this, in the unit of the label, is too small for a ratio to it to mean anything
 */
public record Metric(String key, String label, boolean higherIsBetter, double nearZero) {

    private static final Map<String, Metric> ALL = new HashMap<>();

    /** CPU time of the service's process, compiler and collector threads in it. */
    public static final Metric CPU = cost("cpu_us_per_request", "CPU µs/request", 5);

    /** The same without its compiler and collector threads: what is left once a service is warm. */
    public static final Metric CPU_WITHOUT_COMPILERS =
            cost("cpu_without_compilers_us_per_request", "CPU without compilers µs/request", 5);

    public static final Metric COMPILER_CPU = cost("compiler_cpu_us_per_request", "compiler CPU µs/request", 5);
    public static final Metric COLLECTOR_CPU = cost("collector_cpu_us_per_request", "collector CPU µs/request", 5);
    public static final Metric ALLOCATED = cost("allocated_bytes_per_request", "allocated B/request", 256);

    /** The bytes that the service wrote beyond those its clients received: to files, queues and wake-ups. */
    public static final Metric WRITTEN = cost("written_bytes_per_request", "written B/request", 16);

    public static final Metric WRITE_CALLS = cost("write_calls_per_request", "write calls/request", 0.05);
    public static final Metric RATE = known(new Metric("requests_per_second", "requests/s", true, 1));
    public static final Metric P50 = cost("latency_ms_p50", "p50 ms", 0.05);
    public static final Metric P99 = cost("latency_ms_p99", "p99 ms", 0.05);
    public static final Metric RSS = cost("rss_mb", "RSS MB", 1);
    public static final Metric GC_PAUSE = cost("gc_pause_us_per_request", "GC pause µs/request", 5);
    public static final Metric ERRORS = cost("errors_percent", "errors %", 0.5);

    /** Commands that the service sent to its database; in the example service, to Couchbase. */
    public static final Metric BACKEND_CALLS = cost("backend_calls_per_request", "backend calls/request", 0.02);

    public static final Metric TEMP_FILES = cost("temp_files_per_request", "temp files/request", 0.02);
    public static final Metric LOST_LINES = cost("log_lines_lost", "log lines lost", 1);

    /**
     * The metric of a key in {@code results.json}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Metric ofKey(String key) {
        return Optional.ofNullable(ALL.get(key))
                .orElseThrow(() -> new IllegalArgumentException("No metric has the key '" + key + "'"));
    }

    private static Metric cost(String key, String label, double nearZero) {
        return known(new Metric(key, label, false, nearZero));
    }

    private static Metric known(Metric metric) {
        ALL.put(metric.key(), metric);
        return metric;
    }
}
