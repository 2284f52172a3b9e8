/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.report.RowReport;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.run.Session;
import dev.tuned.bench.run.Site;
import dev.tuned.bench.run.Surroundings;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.row.Column;
import dev.tuned.examples.beforeafter.row.Row;
import dev.tuned.examples.beforeafter.row.RowRun;
import dev.tuned.examples.beforeafter.row.RowState;
import dev.tuned.examples.beforeafter.row.Services;

/** Plays a row of the example service. */
final class RowSession extends Session<RowState> {

    /** Of uploads that do not fit the services' heaps. */
    private static final long MIN_FREE_BYTES = 512L << 20;

    private final Row row;
    private final List<Column> columns;
    private final int times;
    private final Path json;
    private final String command;
    private final Repository repository;
    private final JavaRuntime java;

    RowSession(
            Row row,
            List<Column> columns,
            int times,
            Path json,
            String command,
            Repository repository,
            JavaRuntime java) {
        this.row = row;
        this.columns = columns;
        this.times = times;
        this.json = json;
        this.command = command;
        this.repository = repository;
        this.java = java;
    }

    @Override
    protected void measure(Path work) throws IOException, InterruptedException {
        long free = Files.getFileStore(work).getUsableSpace();
        if (free < MIN_FREE_BYTES) {
            throw new IOException(
                    "%s has %d MB free, and a row takes up to %d (another one: java -Djava.io.tmpdir=DIRECTORY -jar …)"
                            .formatted(work.getParent(), free >> 20, MIN_FREE_BYTES >> 20));
        }
        try (LocalCouchbase couchbase =
                new LocalCouchbase(repository.couchbase(java.java()), work.resolve("couchbase"), children())) {
            couchbase.start();
            Services services = new Services(new Site(couchbase, progress(), children(), work));
            services.train(columns);
            RowState state = new RowState(
                    row,
                    columns,
                    times,
                    Surroundings.machine(java.describe(), Services.JVM_FLAGS),
                    Surroundings.commit(repository.root()),
                    command);
            begun(state);
            new RowRun(row, columns, times, services, state, progress()).run();
        }
    }

    @Override
    protected Outcome write(RowState played) throws IOException {
        Results results = played.snapshot();
        ResultsFile.write(json, ResultsFile.toJson(results));
        if (results.problem() != null) {
            System.err.println("stopped: " + results.problem());
        }
        System.out.println("written: " + json);
        System.out.print(RowReport.of(results));
        return results.outcome();
    }
}
