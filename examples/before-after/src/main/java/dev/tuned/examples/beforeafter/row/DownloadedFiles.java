/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;
import dev.tuned.examples.beforeafter.catalog.Catalog;
import dev.tuned.examples.beforeafter.catalog.Requests;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Static files, which stock reads onto the heap and writes in pieces of 8 KB. */
final class DownloadedFiles implements Row {

    private static final int CONNECTIONS = 50;
    private static final int WARM_UPS = 5_000;
    private static final int MEASURED = 3_000;

    /** Of a response that {@code sendfile} writes: its head, the file, and what a full socket leaves of it. */
    private static final int MOST_WRITES = 3;

    private static final StaticFiles FILES = new StaticFiles("file", 100, 102_400);

    private static final Count WRITES = new Count("write_calls", "write calls per response");
    private static final Count CPU = new Count("cpu_micros", "CPU per response in µs");

    @Override
    public String name() {
        return "static-files";
    }

    @Override
    public String sentence() {
        return "50 connections download files of 100 KB";
    }

    @Override
    public List<Column> columns(Columns columns) {
        // No property has the operating system send Spring's resources; this one is what an engineer would try.
        return List.of(columns.stock(), columns.property("spring.threads.virtual.enabled=true"), columns.tuned());
    }

    @Override
    public void play(ServiceProcess service, Counts counts) throws IOException, InterruptedException {
        FILES.write(service.directory().resolve("files"));
        Requests files = Catalog.files(FILES);
        load(service, files, WARM_UPS);
        Usage before = service.usage();
        load(service, files, MEASURED);
        Usage after = service.usage();
        counts.put(WRITES, (double) (after.writeCalls() - before.writeCalls()) / MEASURED);
        counts.put(CPU, (after.ownCpuNanos() - before.ownCpuNanos()) / 1e3 / MEASURED);
    }

    private static void load(ServiceProcess service, Requests files, long requests) throws IOException {
        LoadResult result = LoadClient.run(service.address(), files.source(1), Load.closed(requests, CONNECTIONS));
        if (result.failures() > 0) {
            throw new IOException(service.name() + ": " + result.firstFailure());
        }
    }

    @Override
    public List<Condition> conditions() {
        return List.of(
                that(Column.TUNED, WRITES).isAtMost(MOST_WRITES),
                that(Column.TUNED, CPU).isBelowThatOf(Column.STOCK));
    }
}
