/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.util.List;

import dev.tuned.bench.statistics.Metric;
import dev.tuned.examples.beforeafter.catalog.Catalog;
import dev.tuned.examples.beforeafter.catalog.LoadWorkload;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;
import dev.tuned.examples.beforeafter.catalog.Workloads;

/**
 * The effects that the page shows. A slice takes about a second of a service, so that several of each fit into half a
 * minute.
 */
final class Rows {

    static final StaticFiles FILE = new StaticFiles("file", 1, StaticFiles.OF_100_KB.size());

    private static final int CLIENTS = Workloads.CLIENTS;

    /** Lines of an order in the log: its own, and one of each item. */
    private static final int LINES = 1 + Catalog.ITEMS;

    /** The load of each row is that of all four slices of a workload. */
    private static final int SLICES = 4;

    private Rows() {}

    static List<Row> all() {
        return List.of(
                new Row(
                        "Uploads of 500 KB, 16 at once",
                        Workloads.upload(
                                "uploads", "form with a 500 KB file", 500 * Workloads.KB, CLIENTS, 100, SLICES * 150),
                        List.of(Metric.TEMP_FILES, Metric.CPU, Metric.P50, Metric.P99, Metric.RATE)),
                new Row(
                        "Orders that log 13 lines",
                        orders("orders", "POST of an order that logs " + LINES + " lines to a file", 400, 500),
                        List.of(Metric.CPU, Metric.WRITE_CALLS, Metric.P50, Metric.P99, Metric.RATE)),
                new Row(
                        "400 requests that wait",
                        Workloads.sustained(LoadWorkload.closed(
                                "waits",
                                "GET that waits 500 ms" + Workloads.WITH_GROWING,
                                () -> Catalog.slow(500),
                                400,
                                400,
                                SLICES * 800)),
                        List.of(Metric.RATE, Metric.P50, Metric.P99, Watched.THREADS, Metric.CPU)),
                new Row(
                        "A static file of 100 KB",
                        Workloads.files("file", "GET of a file of 102,400 bytes", FILE, CLIENTS, 1000, SLICES * 2000),
                        List.of(Metric.CPU, Metric.ALLOCATED, Metric.P50, Metric.P99, Metric.RATE)),
                new Row(
                        "The log file cannot grow",
                        new BlockedLog(
                                orders("log-blocked", "POST of an order that logs " + LINES + " lines", 200, 300),
                                LINES),
                        List.of(BlockedLog.LOST, BlockedLog.NOT_COUNTED, Metric.P50, Metric.P99, Metric.ERRORS)));
    }

    private static LoadWorkload orders(String name, String what, long warmUps, long perSlice) {
        return LoadWorkload.closed(
                name, what, () -> Catalog.orders(Catalog.ITEMS), CLIENTS, warmUps, SLICES * perSlice);
    }
}
