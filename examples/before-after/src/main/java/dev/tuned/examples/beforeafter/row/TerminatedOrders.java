/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Catalog;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** SIGTERM while orders come, as in a rolling update, and who reads standard output pauses. */
final class TerminatedOrders implements Row {

    private static final int CLIENTS = 30;
    private static final int LINES = 10;
    private static final int BEFORE = 300;

    /** Answered while nobody reads, where a full pipe lets them be: more lines than it takes. */
    private static final int UNREAD = 300;

    /** Where a full pipe stops the service, it has answered up to 130 more than before. */
    private static final int ENOUGH = BEFORE + 2 * UNREAD / 3;

    private static final long UNREAD_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long PAUSE_MILLIS = 2_000;
    private static final long END_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long POLL_MILLIS = 5;

    private static final Count ANSWERED = new Count("orders_answered", "orders answered");
    private static final Count MISSING = new Count("lines_missing", "lines of answered orders that are missing");

    @Override
    public String name() {
        return "terminated-orders";
    }

    @Override
    public String starter() {
        return "logging";
    }

    @Override
    public String title() {
        return "A stuck log loses no line of an answered request at SIGTERM";
    }

    @Override
    public String sentence() {
        return "30 clients send orders of ten lines; who reads standard output, a pipe, pauses until two seconds after SIGTERM";
    }

    @Override
    public List<Column> columns(Columns columns) {
        return columns.ofLogging().stream().map(Column::withPipe).toList();
    }

    @Override
    public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
        ServiceProcess service = instances.one();
        LoadRequest order = Catalog.orders(LINES - 1).all().get(0);
        try (OrderLines log = new OrderLines(service.log())) {
            Set<Long> answered = terminate(service, order);
            long expected = (long) answered.size() * LINES;
            counts.put(ANSWERED, answered.size());
            counts.put(MISSING, (double) (expected - log.of(answered::contains, expected)));
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
        await(() -> answered.size() >= BEFORE || clients.isTerminated(), Long.MAX_VALUE);
        PipedOutput.of(service).stopReading();
        await(() -> answered.size() >= BEFORE + UNREAD, UNREAD_NANOS);
        ProcessHandle process = service.process().orElseThrow();
        process.destroy();
        Thread.sleep(PAUSE_MILLIS);
        PipedOutput.of(service).readAgain();
        await(() -> !process.isAlive(), END_NANOS);
        process.destroyForcibly();
        clients.awaitTermination(1, TimeUnit.MINUTES);
        return answered;
    }

    private static void await(BooleanSupplier condition, long nanos) throws InterruptedException {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - begin < nanos) {
            Thread.sleep(POLL_MILLIS);
        }
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
        return List.of(that(ANSWERED).isAtLeast(ENOUGH), that(MISSING).is(0));
    }

    @Override
    public Headline headline() {
        return Headline.of("%s answered, none lost", ANSWERED)
                .failing(MISSING, missing -> missing > 0, "%s lines lost")
                .failing(ANSWERED, answered -> answered < ENOUGH, "hangs after %s requests");
    }
}
