/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.util.List;
import java.util.function.Supplier;

import dev.tuned.bench.run.LoadWorkload;
import dev.tuned.bench.run.Requests;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.examples.beforeafter.catalog.Catalog;
import dev.tuned.examples.beforeafter.catalog.FarCouchbase;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;
import dev.tuned.examples.beforeafter.catalog.Uploads;

/**
 * The effects that the page shows. A slice takes about a second of a service, so that several of each fit into half a
 * minute.
 */
final class Rows {

    static final StaticFiles FILE = new StaticFiles("file", 1, 102_400);

    private static final int CLIENTS = 16;
    private static final int WAITING = 400;
    private static final int WAIT_MILLIS = 500;
    private static final int UPLOAD_BYTES = 500 * 1024;
    private static final int FAR_MILLIS = 19;
    private static final double READS_PER_SECOND = 250;

    /** Products in the cache: so few that the warm-up reads each of them. */
    private static final int HOT = 20;

    /** Each waits a second for Couchbase, so that they occupy fewer than 200 threads. */
    private static final double READS_WITHOUT_COUCHBASE_PER_SECOND = 50;

    private Rows() {}

    static List<Row> all(LocalCouchbase couchbase) {
        int lines = 1 + Catalog.ITEMS;
        return List.of(
                new Row(
                        "Uploads of 500 KB, 16 at once",
                        new Watched(new Uploads(closed(
                                "uploads",
                                "form with a 500 KB file",
                                () -> Catalog.upload(UPLOAD_BYTES),
                                CLIENTS,
                                100,
                                150))),
                        Metric.TEMP_FILES,
                        Metric.CPU,
                        Metric.P50,
                        Metric.P99,
                        Metric.RATE),
                new Row(
                        "Orders that log 13 lines",
                        new Watched(closed(
                                "orders",
                                "POST of an order that logs " + lines + " lines to a file",
                                () -> Catalog.orders(Catalog.ITEMS),
                                CLIENTS,
                                400,
                                500)),
                        Metric.CPU,
                        Metric.WRITE_CALLS,
                        Metric.P50,
                        Metric.P99,
                        Metric.RATE),
                new Row(
                        "Hot products, Couchbase 19 ms away",
                        new Watched(new FarCouchbase(
                                new LoadWorkload(
                                        "products",
                                        "GET of one of 1,000 products, few of them hot",
                                        () -> Catalog.products(1000),
                                        CLIENTS,
                                        READS_PER_SECOND,
                                        320,
                                        inFourSlices(300)),
                                couchbase,
                                FAR_MILLIS)),
                        Metric.BACKEND_CALLS,
                        Metric.P50,
                        Metric.P99,
                        Metric.CPU),
                new Row(
                        "400 requests that wait",
                        new Watched(closed(
                                "waits", "GET that waits 500 ms", () -> Catalog.slow(WAIT_MILLIS), WAITING, 400, 800)),
                        Metric.RATE,
                        Metric.P50,
                        Metric.P99,
                        Watched.THREADS,
                        Metric.CPU),
                new Row(
                        "A static file of 100 KB",
                        new Watched(closed(
                                "file",
                                "GET of a file of 102,400 bytes",
                                () -> Catalog.files(FILE),
                                CLIENTS,
                                1000,
                                2000)),
                        Metric.CPU,
                        Metric.ALLOCATED,
                        Metric.P50,
                        Metric.P99,
                        Metric.RATE),
                new Row(
                        "Couchbase taken away",
                        new WithoutCouchbase(
                                closed(
                                        "couchbase-away",
                                        "GET of one of 20 products that were read before",
                                        () -> Catalog.products(HOT),
                                        100,
                                        100,
                                        100),
                                READS_WITHOUT_COUCHBASE_PER_SECOND,
                                100,
                                couchbase),
                        Metric.ERRORS,
                        Metric.P50,
                        Metric.P99,
                        Watched.THREADS),
                new Row(
                        "The log file cannot grow",
                        new BlockedLog(
                                closed(
                                        "log-blocked",
                                        "POST of an order that logs " + lines + " lines",
                                        () -> Catalog.orders(Catalog.ITEMS),
                                        CLIENTS,
                                        200,
                                        300),
                                lines),
                        BlockedLog.LOST,
                        BlockedLog.NOT_COUNTED,
                        Metric.P50,
                        Metric.P99,
                        Metric.ERRORS));
    }

    private static LoadWorkload closed(
            String name, String what, Supplier<Requests> requests, int connections, long warmUps, long perSlice) {
        return LoadWorkload.closed(name, what, requests, connections, warmUps, inFourSlices(perSlice));
    }

    /** The number of requests in all four slices of a workload. */
    private static long inFourSlices(long perSlice) {
        return 4 * perSlice;
    }
}
