/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.Catalog;

import static dev.tuned.examples.beforeafter.row.Condition.that;

/** Standard output is not read while orders come, as behind a log collector that hangs. */
final class UnreadConsole implements Row {

    private static final int ORDERS = 1500;
    private static final int CONNECTIONS = 30;
    private static final int LINES = 10;

    /** Nobody reads until all orders are answered, or none has been for this long. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Count ANSWERED = new Count("orders_answered", "orders answered while nobody reads");
    private static final Count MISSING = new Count("lines_missing", "lines missing afterwards");
    private static final Count NOT_COUNTED = new Count("lines_missing_not_counted", "of these, not counted by a meter");

    @Override
    public String name() {
        return "unread-console";
    }

    @Override
    public String starter() {
        return "logging";
    }

    @Override
    public String title() {
        return "Requests are answered while the log is stuck";
    }

    @Override
    public String sentence() {
        return "1,500 orders of ten lines come over 30 connections while nobody reads standard output, a pipe";
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
            long first = OrderLines.send(service, order);
            double droppedBefore = dropped(service);
            PipedOutput.of(service).stopReading();
            LoadResult whileUnread = load(service, order);
            PipedOutput.of(service).readAgain();
            long last = OrderLines.send(service, order);

            long expected = (last - first) * LINES;
            double dropped = dropped(service) - droppedBefore;
            double missing =
                    expected - log.of(number -> number > first && number <= last, expected - Math.round(dropped));
            counts.put(ANSWERED, (double) whileUnread.requests() - whileUnread.failures());
            counts.put(MISSING, missing);
            counts.put(NOT_COUNTED, missing - dropped);
        }
    }

    private static LoadResult load(ServiceProcess service, LoadRequest order) throws IOException {
        AtomicLong lastStart = new AtomicLong(System.nanoTime());
        Load load = Load.closed(ORDERS, CONNECTIONS)
                .whateverFails()
                .until(() -> System.nanoTime() - lastStart.get() > QUIET_NANOS);
        return LoadClient.run(
                service.address(),
                () -> {
                    lastStart.set(System.nanoTime());
                    return order;
                },
                load);
    }

    private static double dropped(ServiceProcess service) throws IOException, InterruptedException {
        return Catalog.meter(service, "tuned.logging.events.dropped");
    }

    @Override
    public List<Condition> conditions() {
        return List.of(that(ANSWERED).is(ORDERS), that(NOT_COUNTED).is(0));
    }

    @Override
    public Headline headline() {
        return Headline.of("%s of 1,500 answered, %s lines missing", ANSWERED, MISSING)
                .failing(ANSWERED, answered -> answered < ORDERS, "hangs after %s of 1,500");
    }
}
