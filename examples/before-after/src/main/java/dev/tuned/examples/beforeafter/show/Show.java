/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.report.Format;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.run.Site;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.row.Column;
import dev.tuned.examples.beforeafter.row.Columns;
import dev.tuned.examples.beforeafter.row.RowCounts;
import dev.tuned.examples.beforeafter.row.RowRun;
import dev.tuned.examples.beforeafter.row.Rows;
import dev.tuned.examples.beforeafter.row.Services;

/** The rows, each of which can be played live, one at a time. Thread-safe. */
public final class Show implements AutoCloseable {

    /**
     * All rows for the page.
     *
     * @param java the runtime of the services
     */
    record View(String java, List<Card.View> rows) {}

    private static final long END_SECONDS = 30;

    private final ExecutorService runner = Executors.newSingleThreadExecutor(task -> new Thread(task, "rows"));
    private final AtomicInteger plays = new AtomicInteger();
    private final Repository repository;
    private final JavaRuntime java;
    private final LocalCouchbase couchbase;
    private final Path work;
    private final Children children;
    private final List<Card> cards =
            Rows.byName().values().stream().map(Card::new).toList();

    /**
     * Nothing is started yet.
     *
     * @param repository where the services are built
     * @param java their runtime
     * @param couchbase a running one
     * @param work a directory for their files
     * @param children takes their processes
     */
    public Show(Repository repository, JavaRuntime java, LocalCouchbase couchbase, Path work, Children children) {
        this.repository = repository;
        this.java = java;
        this.couchbase = couchbase;
        this.work = work;
        this.children = children;
    }

    /** Queues a row, or all of them for the id {@code all}, unless they wait or run already. */
    void run(String id) {
        cards.stream()
                .filter(card -> id.equals("all") || id.equals(card.row().name()))
                .filter(Card::queue)
                .forEach(card -> runner.execute(() -> run(card)));
    }

    private void run(Card card) {
        try {
            Machine machine = Machine.here(java.describe(), Services.JVM_FLAGS);
            RowCounts counts = play(card);
            card.enter(
                    Card.State.DONE,
                    machine.loadAverage() > machine.cores()
                            ? "This machine is busy: its load average was %s on %d cores. What came of it says little."
                                    .formatted(Format.number(machine.loadAverage()), machine.cores())
                            : counts.result().verdict());
        } catch (IOException ex) {
            card.enter(
                    Card.State.FAILED,
                    String.valueOf(ex.getMessage()).lines().findFirst().orElse(""));
        } catch (InterruptedException ex) {
            card.enter(Card.State.FAILED, "ended");
            Thread.currentThread().interrupt();
        }
    }

    private RowCounts play(Card card) throws IOException, InterruptedException {
        card.enter(Card.State.RUNNING, "starting the services");
        List<Column> columns = card.row().columns(new Columns(repository, java));
        Path directory = Files.createDirectories(work.resolve("play-" + plays.incrementAndGet()));
        Services services = new Services(new Site(couchbase, card, children, directory), couchbase);
        services.train(columns);
        RowCounts counts = new RowCounts(card.row(), columns, 1);
        card.plays(counts);
        new RowRun(counts, services, card).run();
        return counts;
    }

    boolean has(String id) {
        return id.equals("all")
                || cards.stream().anyMatch(card -> id.equals(card.row().name()));
    }

    View view() {
        return new View(java.describe(), cards.stream().map(Card::view).toList());
    }

    /** Ends the row that runs. */
    @Override
    public void close() {
        runner.shutdownNow();
        try {
            if (!runner.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("the row goes on after " + END_SECONDS + " s");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
