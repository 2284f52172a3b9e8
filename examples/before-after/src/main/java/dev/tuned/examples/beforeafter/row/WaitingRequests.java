/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Catalog;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** More requests wait, each for its own answer of another service, than Tomcat's pool has threads. */
final class WaitingRequests implements Row {

    private static final int CONNECTIONS = 1_000;
    private static final int MILLIS = 1_000;
    private static final Duration FIRST = Duration.ofSeconds(20);
    private static final Duration THEN = Duration.ofSeconds(5);

    /** Threads of Tomcat's pool where nobody has set them, and what a busy machine may take of 1,000. */
    private static final int STOCK = 200;

    private static final int MOST = 900;

    private static final LoadRequest REQUEST = Catalog.slow(MILLIS).all().get(0);

    private static final Count ANSWERS = new Count("answers_per_second", "answers per second, 20 s after the first");
    private static final Count FAILURES = new Count("failures", "wrong answers, or none");

    @Override
    public String name() {
        return "waiting-requests";
    }

    @Override
    public String sentence() {
        return "1,000 connections wait a second for each answer";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return columns.ofThreads();
    }

    @Override
    public void play(ServiceProcess service, Counts counts) throws IOException {
        long before = load(service, FIRST).failures();
        LoadResult then = load(service, THEN);
        counts.putRate(ANSWERS, then.requestsPerSecond(), CONNECTIONS, Duration.ofMillis(MILLIS));
        counts.put(FAILURES, (double) before + then.failures());
    }

    private static LoadResult load(ServiceProcess service, Duration time) throws IOException {
        Load load = Load.closed(Long.MAX_VALUE, CONNECTIONS).whateverFails().startingFor(time);
        return LoadClient.run(service.address(), () -> REQUEST, load);
    }

    @Override
    public List<Condition> conditions() {
        return List.of(
                that(Column.TUNED, ANSWERS).isAtLeast(MOST),
                that(Column.TUNED, FAILURES).is(0),
                that(Column.STOCK, ANSWERS).isBelow(1.1 * STOCK));
    }
}
