/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.run.RunListener;

/**
 * Plays a row: the columns side by side, each several times.
 *
 * @param counted takes the counts, and has the row
 * @param starter starts the services
 * @param listener is notified of the progress
 */
public record RowRun(RowCounts counted, Instances.Starter starter, RunListener listener) {

    /**
     * Plays the row.
     *
     * @throws IOException if a column cannot be played; what has been counted by then is kept
     */
    public void run() throws IOException, InterruptedException {
        List<Column> columns = counted.columns();
        ExecutorService threads = Executors.newFixedThreadPool(columns.size());
        CompletionService<@Nullable Void> ended = new ExecutorCompletionService<>(threads);
        AtomicInteger played = new AtomicInteger();
        CyclicBarrier others = new CyclicBarrier(columns.size());
        try {
            for (int i = 0; i < columns.size(); i++) {
                int turn = i;
                ended.submit(() -> {
                    play(columns.get(turn), turn, others, played);
                    return null;
                });
            }
            for (int i = 0; i < columns.size(); i++) {
                ended.take().get();
            }
        } catch (ExecutionException ex) {
            throw ex.getCause() instanceof IOException failure ? failure : new IOException(ex.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private void play(Column column, int turn, CyclicBarrier others, AtomicInteger played)
            throws IOException, InterruptedException {
        try (Instances instances = new Instances(column, starter, turn, others)) {
            for (int time = 1; time <= counted.times(); time++) {
                listener.progress(
                        counted.row().name() + ": " + column.name() + ": " + time + " of " + counted.times(),
                        (double) played.get() / (counted.columns().size() * counted.times()));
                Counts counts = new Counts();
                counted.row().play(instances, counts);
                counted.add(column, time, counts);
                played.incrementAndGet();
            }
        }
        starter.startNext(column);
    }
}
