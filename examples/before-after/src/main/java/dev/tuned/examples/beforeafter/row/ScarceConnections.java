/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Requests need one of few connections, and wait for it no longer than their pool lets them. */
final class ScarceConnections implements Row {

    private static final int CALLERS = 600;
    private static final Duration TIME = Duration.ofSeconds(20);

    /** What a trial of more threads may cost: each of them once. */
    private static final int TRIAL = 60;

    private static final LoadRequest REQUEST =
            LoadRequest.get("/pooled?ms=100&timeout=2000", Expectation.sameBody(200));

    private static final Count ANSWERED = new Count("answered", "requests answered");
    private static final Count ERRORS = new Count("errors", "errors: no connection within two seconds");

    @Override
    public String name() {
        return "scarce-connections";
    }

    @Override
    public String sentence() {
        return "600 callers need one of 16 connections for 100 ms, and wait for it for two seconds at most";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return columns.ofThreads();
    }

    @Override
    public void play(ServiceProcess service, Counts counts) throws IOException {
        Load load = Load.closed(Long.MAX_VALUE, CALLERS).whateverFails().startingFor(TIME);
        LoadResult result = LoadClient.run(service.address(), () -> REQUEST, load);
        counts.put(ANSWERED, (double) result.requests() - result.failures());
        counts.put(ERRORS, (double) result.failures());
    }

    @Override
    public List<Condition> conditions() {
        return List.of(
                that(Column.STOCK, ERRORS).is(0), that(Column.TUNED, ERRORS).isBelow(TRIAL));
    }
}
