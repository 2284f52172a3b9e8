/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.util.List;
import java.util.function.Supplier;

import dev.tuned.bench.run.Workload;

/**
 * The workloads of the example service. Slices have the 500 requests of a 99th percentile, but for large bodies; after the warm-up
 * requests the costs no longer fall fast.
 */
public final class Workloads {

    /** The static files of all workloads. */
    public static final List<StaticFiles> FILES = List.of(StaticFiles.OF_100_KB, StaticFiles.OF_2_MB);

    /** Connections of a load; fewer for large bodies, more for requests that wait. */
    static final int CLIENTS = 16;

    private static final int KB = 1024;

    private static final int CLIENTS_500_KB = 8;
    private static final int CLIENTS_64_MB = 2;
    private static final int WAITING = 1000;

    /** Requests of a workload that is short: as few as leave 500 for a 99th percentile. */
    private static final int WARM_UPS = 160;

    private static final int MEASURED = 520;

    /** Requests before and of a workload that a full run alone has. */
    private static final int FULL = 4000;

    /** What the rows of requests that wait say of the starter. */
    private static final String WITH_GROWING = "; with the starter, " + Variants.GROWING;

    /** Four times what 200 threads can serve of requests that wait a second; the CPU could serve more. */
    private static final double WAITING_PER_SECOND = 800;

    private Workloads() {}

    static Workload hello() {
        return new LoadWorkload("hello", "GET, 5 bytes back", Catalog::hello, CLIENTS, 10_000, 12_000);
    }

    static Workload formFields() {
        return new Uploads("form-fields", "form with 5 text fields", Catalog::formFields, CLIENTS, 3000, 3000);
    }

    static Workload upload5k() {
        return upload("upload-5k", "form with five texts and a 5 KB file", 5 * KB, CLIENTS, WARM_UPS, MEASURED);
    }

    static Workload upload500k() {
        return upload("upload-500k", "form with five texts and a 500 KB file", 500 * KB, CLIENTS_500_KB, 300, 400);
    }

    static Workload stream500k() {
        return upload("stream-500k", "500 KB file to storage", 500 * KB, CLIENTS_500_KB, 300, 400);
    }

    static Workload stream64m() {
        return upload("stream-64m", "64 MB file to storage", 64 * KB * KB, CLIENTS_64_MB, 4, 8);
    }

    /** Forms with a file. */
    private static Workload upload(String name, String what, int bytes, int connections, long warmUps, long measured) {
        return new Uploads(name, what, () -> Catalog.upload(bytes), connections, warmUps, measured);
    }

    /** Orders with an item or more; the service logs a line for each item and one for the order. */
    static Workload orders(String name, int items) {
        int lines = 1 + items;
        String what = "POST of an order that logs " + lines + " lines";
        return logged(lines, name, what, () -> Catalog.orders(items), WARM_UPS, MEASURED);
    }

    static Workload longOrders() {
        return logged(2, "orders-long", "the same with 1,200 characters more", Catalog::longOrders, FULL, FULL);
    }

    static Workload undeliverableOrders() {
        String what = "POST of an order that logs an exception";
        return logged(1, "orders-exception", what, Catalog::undeliverableOrders, FULL, FULL);
    }

    private static Workload logged(
            int lines, String name, String what, Supplier<Requests> orders, long warmUps, long measured) {
        return new LoggedOrders(lines, name, what, orders, warmUps, measured);
    }

    static Workload files100k() {
        return files(
                "files-100k", "GET of one of 3,000 files of 102,400 bytes", StaticFiles.OF_100_KB, 100, 6000, 6000);
    }

    static Workload files2m() {
        return files("files-2m", "GET of one of 50 files of 2 MB", StaticFiles.OF_2_MB, CLIENTS, 400, 600);
    }

    /** Downloads. */
    private static Workload files(
            String name, String what, StaticFiles files, int connections, long warmUps, long measured) {
        return new LoadWorkload(name, what, () -> Catalog.files(files), connections, warmUps, measured);
    }

    static Workload slow() {
        return new LoadWorkload(
                "slow-50ms", "GET that waits 50 ms" + WITH_GROWING, () -> Catalog.slow(50), WAITING, 12_000, 16_000);
    }

    static Workload verySlow() {
        return new Sustained(
                "slow-1s",
                "GET that waits a second" + WITH_GROWING,
                () -> Catalog.slow(1000),
                WAITING,
                WAITING_PER_SECOND,
                200,
                1200);
    }
}
