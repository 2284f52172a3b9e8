/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Catalog;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** SIGTERM while orders come, as in a rolling update. */
final class TerminatedOrders implements Row {

    private static final int CLIENTS = 30;
    private static final int LINES = 10;
    private static final int BEFORE = 500;
    private static final long PAUSE_MILLIS = 5;

    private static final Count ANSWERED = new Count("orders_answered", "orders answered");
    private static final Count MISSING = new Count("lines_missing", "lines of answered orders that are missing");

    @Override
    public String name() {
        return "terminated-orders";
    }

    @Override
    public String sentence() {
        return "30 clients send orders of ten lines when SIGTERM comes";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return List.of(
                columns.stock(), columns.property("logging.config=classpath:logback-async.xml"), columns.tuned());
    }

    @Override
    public void play(ServiceProcess service, Counts counts) throws IOException, InterruptedException {
        LoadRequest order = Catalog.orders(LINES - 1).all().get(0);
        try (OrderLines log = new OrderLines(service.log())) {
            Set<Long> answered = terminate(service, order);
            long expected = (long) answered.size() * LINES;
            counts.put(ANSWERED, answered.size());
            counts.put(MISSING, expected - log.of(answered::contains, expected));
        }
    }

    /** Returns the numbers of the orders that were answered. */
    private static Set<Long> terminate(ServiceProcess service, LoadRequest order) throws InterruptedException {
        Set<Long> answered = ConcurrentHashMap.newKeySet();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        for (int i = 0; i < CLIENTS; i++) {
            clients.execute(() -> send(service, order, answered));
        }
        clients.shutdown();
        while (answered.size() < BEFORE && !clients.isTerminated()) {
            Thread.sleep(PAUSE_MILLIS);
        }
        service.close();
        clients.awaitTermination(1, TimeUnit.MINUTES);
        return answered;
    }

    /** Until the service does not answer any more. */
    private static void send(ServiceProcess service, LoadRequest order, Set<Long> answered) {
        try {
            while (true) {
                answered.add(OrderLines.send(service, order));
            }
        } catch (IOException ex) {
            // It has been asked to end.
        }
    }

    @Override
    public List<Condition> conditions() {
        return List.of(
                that(Column.TUNED, ANSWERED).isAtLeast(BEFORE),
                that(Column.TUNED, MISSING).is(0),
                that(Column.PROPERTY, MISSING).isAtLeast(1));
    }
}
