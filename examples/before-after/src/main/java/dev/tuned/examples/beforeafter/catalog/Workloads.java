/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.util.List;
import java.util.function.Supplier;

import dev.tuned.bench.run.LoadWorkload;
import dev.tuned.bench.run.Requests;
import dev.tuned.bench.run.Workload;

/**
 * The workloads of the example service. Slices have the 500 requests of a 99th percentile, but for large bodies; after the warm-up
 * requests the costs no longer fall fast.
 *
 * @param couchbase the Couchbase that the services read from
 */
public record Workloads(LocalCouchbase couchbase) {

    /** The static files of all workloads. */
    public static final List<StaticFiles> FILES = List.of(StaticFiles.OF_100_KB, StaticFiles.OF_2_MB);

    /** Connections of a load; fewer for large bodies, more for requests that wait. */
    private static final int CLIENTS = 16;

    private static final int CLIENTS_500_KB = 8;
    private static final int CLIENTS_64_MB = 2;
    private static final int WAITING = 1000;

    /** Requests of a row of the default run: as few as leave 500 for a 99th percentile. */
    private static final int WARM_UPS = 160;

    private static final int MEASURED = 520;
    private static final int KB = 1024;

    /** How far away Couchbase was in a field report: 19 of the 25 ms of a read. */
    private static final int FAR_MILLIS = 19;

    /** A third of what stock could serve over 16 connections. */
    private static final double READS_PER_SECOND = 250;

    /** A third of what stock could serve with Couchbase near. */
    private static final double NEAR_READS_PER_SECOND = 800;

    private static final int WAIT_MILLIS = 50;

    private static final int LONG_WAIT_MILLIS = 1000;

    /** Four times what 200 threads can serve of requests that wait a second; the CPU could serve more. */
    private static final double WAITING_PER_SECOND = 800;

    public static LoadWorkload hello() {
        return LoadWorkload.closed("hello", "GET, 5 bytes back", Catalog::hello, CLIENTS, 10_000, 12_000);
    }

    static Workload formFields() {
        return upload("form-fields", "form with 5 text fields", Catalog::formFields, CLIENTS, 3000, 3000);
    }

    static Workload upload5k() {
        return upload(
                "upload-5k",
                "form with five texts and a 5 KB file",
                () -> Catalog.upload(5 * KB),
                CLIENTS,
                WARM_UPS,
                MEASURED);
    }

    static Workload upload500k() {
        return upload(
                "upload-500k",
                "form with five texts and a 500 KB file",
                () -> Catalog.upload(500 * KB),
                CLIENTS_500_KB,
                300,
                400);
    }

    static Workload stream500k() {
        return upload(
                "stream-500k", "500 KB file to storage", () -> Catalog.upload(500 * KB), CLIENTS_500_KB, 300, 400);
    }

    static Workload stream64m() {
        return upload("stream-64m", "64 MB file to storage", () -> Catalog.upload(64 * KB * KB), CLIENTS_64_MB, 4, 8);
    }

    private static Workload upload(
            String name, String what, Supplier<Requests> requests, int connections, long warmUps, long measured) {
        return new Uploads(LoadWorkload.closed(name, what, requests, connections, warmUps, measured));
    }

    /** Has a rate, for the same reason as {@link #farProducts}. */
    Workload nearProducts() {
        return new LoadWorkload(
                "products",
                "GET of one of 10,000 products",
                () -> Catalog.products(10_000),
                CLIENTS,
                NEAR_READS_PER_SECOND,
                2400,
                2400);
    }

    /** Has a rate, so that the latency is that of an answer and not that of a queue for the processor. */
    Workload farProducts() {
        return new FarCouchbase(
                new LoadWorkload(
                        "products-19ms",
                        "GET of one of 1,000 products, Couchbase 19 ms away",
                        () -> Catalog.products(1000),
                        CLIENTS,
                        READS_PER_SECOND,
                        2 * WARM_UPS,
                        MEASURED),
                couchbase,
                FAR_MILLIS);
    }

    /** Orders with an item or more; the service logs a line for each item and one for the order. */
    static Workload orders(String name, int items) {
        int lines = 1 + items;
        return new LoggedOrders(
                LoadWorkload.closed(
                        name,
                        "POST of an order that logs " + lines + " lines",
                        () -> Catalog.orders(items),
                        CLIENTS,
                        WARM_UPS,
                        MEASURED),
                lines);
    }

    static Workload longOrders() {
        return new LoggedOrders(
                LoadWorkload.closed(
                        "orders-long", "the same with 1,200 characters more", Catalog::longOrders, CLIENTS, 4000, 4000),
                2);
    }

    static Workload undeliverableOrders() {
        return new LoggedOrders(
                LoadWorkload.closed(
                        "orders-exception",
                        "POST of an order that logs an exception",
                        Catalog::undeliverableOrders,
                        CLIENTS,
                        4000,
                        4000),
                1);
    }

    public static LoadWorkload files100k() {
        return LoadWorkload.closed(
                "files-100k",
                "GET of one of 3,000 files of 102,400 bytes",
                () -> Catalog.files(StaticFiles.OF_100_KB),
                100,
                6000,
                6000);
    }

    static Workload files2m() {
        return LoadWorkload.closed(
                "files-2m",
                "GET of one of 50 files of 2 MB",
                () -> Catalog.files(StaticFiles.OF_2_MB),
                CLIENTS,
                400,
                600);
    }

    public static LoadWorkload slow() {
        return LoadWorkload.closed(
                "slow-50ms", "GET that waits 50 ms", () -> Catalog.slow(WAIT_MILLIS), WAITING, 12_000, 16_000);
    }

    static Workload verySlow() {
        return new LoadWorkload(
                "slow-1s",
                "GET that waits a second",
                () -> Catalog.slow(LONG_WAIT_MILLIS),
                WAITING,
                WAITING_PER_SECOND,
                200,
                600);
    }
}
